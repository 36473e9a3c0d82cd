package install

import (
	"context"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"time"
)

// A Checkup says what [Doctor] looks at.
type Checkup struct {
	Options             // the registration that should be there
	BLAS    func() BLAS // the linear algebra in use; nil leaves the line out
	Vectors Vectors     // the vector instructions in use; zero leaves the line out
	Types   *Types      // the types of cells; nil leaves the line out
	Memory  *Memory     // what a session may hold; nil leaves the line out
}

// Memory is what a session may hold.
type Memory struct {
	Bytes    uint64 // zero where the system does not tell
	Reason   error  // why the environment variable cannot be read; nil if it can
	Variable string // the environment variable that sets it
}

// Types tells whether a program makes the types that cells declare.
type Types struct {
	Reason  string // why it does not; empty if it does
	Remedy  string
	Differs string // what is otherwise then
}

// Note is a line for whoever meets a program that does not, and the remedy on
// another; it is empty if it does.
func (t Types) Note() string {
	if t.Reason == "" {
		return ""
	}
	return fmt.Sprintf("note: %s\n  -> %s\n", t.said(), t.Remedy)
}

func (t Types) said() string {
	return fmt.Sprintf("no types are made at run time (%s): %s", t.Reason, t.Differs)
}

// BLAS is the linear algebra that a program uses.
type BLAS struct {
	Name     string // with version and processor, such as "OpenBLAS 0.3.21, SkylakeX"
	Path     string // the file of a foreign library; empty if the program's own serves
	Reason   error  // why a library that was asked for does not serve; nil if none was, or it does
	Variable string // the environment variable that asks for one
}

// Vectors are the vector instructions that a program uses.
type Vectors struct {
	Current, Best string // such as "avx2" on a machine that has "avx512"
	Variable      string // the environment variable that lowers them
}

// Doctor checks what unfold needs on this machine and writes a line for each
// thing to w: "ok", "note" for what works but could be better, "mend" for what
// does not, the last two with the remedy on the line below. It reports whether
// nothing is to be mended.
func Doctor(w io.Writer, c Checkup) (ok bool) {
	ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
	defer cancel()
	tool := findPackager()
	var all []finding
	add := func(f ...finding) { all = append(all, f...) }
	add(c.checkBinary())
	jupyter, found := findJupyter(ctx)
	if !found {
		add(finding{mend, "jupyter", "not found on PATH", tool.installJupyter()})
	} else {
		add(jupyter.check(tool))
		add(c.checkKernelspec(ctx, jupyter.path))
	}
	if c.BLAS != nil {
		add(checkBLAS(c.BLAS()))
	}
	if c.Vectors != (Vectors{}) {
		add(checkVectors(c.Vectors))
	}
	if c.Types != nil {
		add(checkTypes(*c.Types))
	}
	if c.Memory != nil {
		add(checkMemory(*c.Memory))
	}
	add(checkData())
	add(checkCache())

	ok = true
	for _, f := range all {
		fmt.Fprintf(w, "%-5s %-11s %s\n", f.state, f.subject, f.says)
		if f.remedy != "" {
			fmt.Fprintf(w, "%-17s -> %s\n", "", f.remedy)
		}
		ok = ok && f.state != mend
	}
	return ok
}

// A finding is a line of the doctor's.
type finding struct {
	state   state
	subject string
	says    string
	remedy  string // empty if all is well
}

type state string

const (
	good state = "ok"
	note state = "note"
	mend state = "mend"
)

func (c Checkup) checkBinary() finding {
	binary, err := c.binary()
	if err != nil {
		return finding{mend, "program", err.Error(), "start it by its full path"}
	}
	if info, err := os.Stat(binary); err != nil || info.IsDir() {
		return finding{mend, "program", binary + " is not there", "build it: go build -o build/unfold ."}
	}
	return finding{good, "program", fmt.Sprintf("unfold %s, %s %s/%s, %s", c.Version, runtime.Version(), runtime.GOOS, runtime.GOARCH, binary), ""}
}

func checkBLAS(b BLAS) finding {
	switch {
	case b.Reason != nil:
		return finding{note, "algebra", fmt.Sprintf("%s, since what %s asks for %v", b.Name, b.Variable, b.Reason), "unset " + b.Variable}
	case b.Path != "":
		return finding{note, "algebra", fmt.Sprintf("%s, %s, with results that are the bits of this machine", b.Name, b.Path), "unset " + b.Variable + " for the same bits on every machine"}
	}
	return finding{good, "algebra", b.Name, ""}
}

func checkVectors(v Vectors) finding {
	if asked := os.Getenv(v.Variable); asked != "" && !strings.EqualFold(asked, v.Current) {
		return finding{note, "vectors", fmt.Sprintf("%s, since this machine has no %q, which %s asks for", v.Current, asked, v.Variable), "unset " + v.Variable}
	}
	if v.Current == v.Best {
		return finding{good, "vectors", v.Current, ""}
	}
	return finding{note, "vectors", fmt.Sprintf("%s, though this machine has %s", v.Current, v.Best), "unset " + v.Variable}
}

func checkTypes(t Types) finding {
	if t.Reason == "" {
		return finding{good, "types", "types of cells are made at run time", ""}
	}
	return finding{note, "types", t.said(), t.Remedy}
}

func checkMemory(m Memory) finding {
	switch {
	case m.Reason != nil: // the kernel does not start so
		return finding{mend, "memory", fmt.Sprintf("%s: %v", m.Variable, m.Reason), "unset " + m.Variable + ", or set it to an amount or a share"}
	case m.Bytes == 0:
		return finding{note, "memory", "the system does not tell what is free, so a session may take all", "set " + m.Variable + " to an amount such as 2GB"}
	}
	return finding{good, "memory", fmt.Sprintf("a session may hold %.1f GB", float64(m.Bytes)/1e9), ""}
}

// checkData looks at the folder in which load finds data sets by name.
func checkData() finding {
	folder := os.Getenv("UNFOLD_DATA")
	if folder == "" {
		return finding{good, "data", "UNFOLD_DATA is not set; load takes paths, addresses and built-in names", ""}
	}
	entries, err := os.ReadDir(folder)
	if err != nil {
		return finding{mend, "data", fmt.Sprintf("UNFOLD_DATA: %v", err), "set UNFOLD_DATA to a folder of data files, or unset it"}
	}
	return finding{good, "data", fmt.Sprintf("UNFOLD_DATA is %s, with %d files", folder, len(entries)), ""}
}

// checkCache tries to write where downloads and the prompt's history are kept.
func checkCache() finding {
	base, err := os.UserCacheDir()
	if err != nil {
		return finding{note, "cache", err.Error(), "set XDG_CACHE_HOME to a folder that you may write; until then downloads are refused"}
	}
	folder := filepath.Join(base, "unfold")
	err = os.MkdirAll(folder, 0o755)
	if err == nil {
		var trial *os.File
		if trial, err = os.CreateTemp(folder, ".doctor.*"); err == nil {
			trial.Close()
			err = os.Remove(trial.Name())
		}
	}
	if err != nil {
		return finding{mend, "cache", err.Error(), "make " + folder + " a folder that you may write"}
	}
	return finding{good, "cache", folder, ""}
}
