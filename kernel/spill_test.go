package kernel_test

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"runtime"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"unfold/kernel"
	"unfold/kernel/kerneltest"
)

// flood is what a cell that prints more than can be shown leaves: what the
// notebook shows as text, the last state of the notice, and the file it names.
func flood(t *testing.T, run kerneltest.Transcript) (shown, notice, path string) {
	t.Helper()
	final := run.Final()
	if len(final) != 2 {
		t.Fatalf("%d outputs are left, want the text and a notice", len(final))
	}
	found := regexp.MustCompile(`are in (.*)\n`).FindStringSubmatch(final[1])
	if found == nil {
		t.Fatalf("the notice names no file: %s", final[1])
	}
	return final[0], final[1], found[1]
}

func TestFloodGoesToAFile(t *testing.T) {
	t.Setenv("TMPDIR", t.TempDir())
	info := kernel.Info{Name: "toy", Fault: func(err error) { t.Log(err) }}
	at, stop := kerneltest.Start(t, kerneltest.NewToy(), kerneltest.Plain{}, info)
	c := kerneltest.Connect(t, at)
	const n = 9_000
	line := strings.Repeat("abcdefgh ", 110) + "\n"
	run := c.Run(fmt.Sprintf("repeat %d %swarn the end", n, line))
	shown, notice, path := flood(t, run)
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	whole := shown + string(text)
	if want := strings.Repeat(strings.TrimRight(line, " \n")+"\n", n) + "the end\n"; whole != want {
		t.Errorf("%d bytes shown and %d in the file, want %d together", len(shown), len(text), len(want))
	}
	if len(shown) > 3_000_000 {
		t.Errorf("%d bytes were shown", len(shown))
	}
	lines := strings.Count(string(text), "\n")
	if !strings.Contains(notice, fmt.Sprintf(" %d more lines", lines)) || !strings.HasSuffix(notice, " abcdefgh\nthe end") {
		t.Errorf("the file has %d lines; the notice says:\n%s", lines, notice)
	}
	if got := run.Reply; !strings.HasPrefix(kerneltest.Line(got), "execute_reply ok") {
		t.Errorf("reply: %s", kerneltest.Line(got))
	}
	if runtime.GOOS != "windows" {
		for name, want := range map[string]os.FileMode{path: 0o600, filepath.Dir(path): 0o700} {
			if info, err := os.Stat(name); err != nil || info.Mode().Perm() != want {
				t.Errorf("%s: %v, want %v", name, info.Mode(), want)
			}
		}
	}
	stop()
	if _, err := os.Stat(filepath.Dir(path)); !os.IsNotExist(err) {
		t.Errorf("the directory outlives the kernel: %v", err)
	}
}

// What goroutines print after a cell that flooded still reaches the file.
func TestFloodGoesOnAfterItsCell(t *testing.T) {
	if testing.Short() {
		t.Skip("long: prints megabytes")
	}
	t.Setenv("TMPDIR", t.TempDir())
	c := start(t)
	run := c.Run("hold tardy\nrepeat 9000 " + strings.Repeat("abcdefgh ", 110) + "\nprint last")
	_, _, path := flood(t, run)
	c.Finish(sendTo(c, c.Subshell(), "release"))
	for {
		m := c.Published()
		if m.Header.Type == "update_display_data" && strings.HasSuffix(kerneltest.Line(m), `tardy"`) {
			break
		}
	}
	text, err := os.ReadFile(path)
	if err != nil || !strings.HasSuffix(string(text), "\nlast\ntardy\n") {
		t.Errorf("the file ends otherwise: %v", err)
	}
}

// Where no file can be made, the text is shown after all, and the log is told
// once.
func TestFloodWithoutADisk(t *testing.T) {
	if testing.Short() {
		t.Skip("long: prints megabytes")
	}
	t.Setenv("TMPDIR", filepath.Join(t.TempDir(), "none"))
	if runtime.GOOS == "windows" {
		t.Skip("temporary files go elsewhere here")
	}
	var faults atomic.Int32
	info := kernel.Info{Name: "toy", Fault: func(error) { faults.Add(1) }}
	at, _ := kerneltest.Start(t, kerneltest.NewToy(), kerneltest.Plain{}, info)
	began := time.Now()
	run := kerneltest.Connect(t, at).Run("repeat 400000 abcdefgh")
	if took := time.Since(began); took > 3*time.Second {
		t.Skipf("in %v this is no flood", took)
	}
	if got := len(run.Text("stdout")); got != 400000*9 {
		t.Errorf("%d bytes arrived", got)
	}
	if n := faults.Load(); n > 1 { // none on a machine so slow that this is no flood
		t.Errorf("the log is told %d times", n)
	}
}

// Who clears the output of a cell that flooded sees what it prints then.
func TestClearingEndsAFlood(t *testing.T) {
	t.Setenv("TMPDIR", t.TempDir())
	run := start(t).Run("repeat 9000 " + strings.Repeat("abcdefgh ", 110) + "\nclear\nprint anew")
	if got := run.Final(); len(got) != 1 || got[0] != "anew\n" {
		t.Errorf("%d outputs are left, the last %q", len(got), got[len(got)-1])
	}
}
