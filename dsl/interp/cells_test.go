package interp

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"golang.org/x/tools/txtar"

	"unfold/dsl/interp/mint"
	"unfold/engine"

	"unfold/dsl/interp/execution"
)

var update = flag.Bool("update", false, "write what the cells in testdata say as what they should say")

// transcript is an Output that remembers; stderr lines are marked by "! ".
type transcript struct {
	mu    sync.Mutex
	text  strings.Builder
	lines []string // answers to Input
}

func (t *transcript) Stream(name, text string) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if name == "stderr" {
		text = "! " + text
	}
	t.text.WriteString(text)
}
func (t *transcript) Display(any, string)      {}
func (t *transcript) Clear(bool)               {}
func (t *transcript) Progress(engine.Progress) {}
func (t *transcript) Input(string, bool) (string, error) {
	if len(t.lines) == 0 {
		return "", errors.New("no more input")
	}
	line := t.lines[0]
	t.lines = t.lines[1:]
	return line, nil
}

func (t *transcript) String() string {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.text.String()
}

func newSession(t testing.TB, opts Options) *Session {
	t.Helper()
	s, err := New(opts)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { s.Close() })
	return s
}

// say runs a cell and tells what came of it: its output, "= value", and
// the lines of its error with where it happened.
func say(s *Session, name, src string, answers ...string) string {
	out := &transcript{lines: answers}
	ctx, stop := context.WithTimeout(context.Background(), 20*time.Second)
	defer stop()
	value, shown, err := s.Run(ctx, name, src, out)
	text := out.String()
	if text != "" && !strings.HasSuffix(text, "\n") {
		text += "\n"
	}
	if shown {
		text += fmt.Sprintf("= %v\n", value)
	}
	if err != nil {
		text += strings.ReplaceAll("error: "+err.Error(), "\n", "\nerror: ") + "\n"
	}
	var e *execution.RuntimeError
	if errors.As(err, &e) {
		for _, f := range e.Frames {
			text += "  at " + f.String()
			if f.Func != "" {
				text += " in " + f.Func
			}
			switch { // how many fit a stack depends on the machine
			case f.More > 10_000:
				text += ", many more"
			case f.More > 0:
				text += fmt.Sprintf(", %d more", f.More)
			}
			text += "\n"
		}
		if e.Go {
			text += "  started at " + e.Start.String() + "\n"
		}
	}
	return text
}

// withoutTypes is the section of what a cell says where no types are made at run
// time, if that differs.
const withoutTypes = "says without types"

// TestCells runs the sessions of testdata. A file is a session; a section
// In[n] is a cell, and the section behind it what the cell says, here and where
// no types are made. A section "answers" is what the next cell may read.
func TestCells(t *testing.T) {
	files, err := filepath.Glob("testdata/*.txtar")
	if err != nil || len(files) == 0 {
		t.Fatalf("no sessions in testdata: %v", err)
	}
	cells := 0
	for _, path := range files {
		t.Run(strings.TrimSuffix(filepath.Base(path), ".txtar"), func(t *testing.T) {
			ar, err := txtar.ParseFile(path)
			if err != nil {
				t.Fatal(err)
			}
			s := newSession(t, Options{})
			var answers []string
			out := &txtar.Archive{Comment: ar.Comment}
			for i, f := range ar.Files {
				switch {
				case f.Name == "answers":
					answers = strings.Split(strings.TrimSpace(string(f.Data)), "\n")
					out.Files = append(out.Files, f)
				case strings.HasPrefix(f.Name, "In["):
					cells++
					got := say(s, f.Name, strings.TrimSuffix(string(f.Data), "\n"), answers...)
					answers = nil
					said := sayings(ar.Files[i+1:])
					if want := said.here(); !*update && strings.TrimSpace(got) != strings.TrimSpace(want) {
						t.Errorf("%s\n%s\nsays:\n%s\nwant:\n%s", f.Name, f.Data, got, want)
					}
					out.Files = append(append(out.Files, f), said.updated(got)...)
				}
			}
			if *update {
				if err := os.WriteFile(path, txtar.Format(out), 0o644); err != nil {
					t.Fatal(err)
				}
			}
		})
	}
	if cells < 80 {
		t.Errorf("only %d cells", cells)
	}
}

// A saying is what a cell says, and what it says where no types are made.
type saying struct {
	says, bare string
	differs    bool
}

// sayings reads the sections behind a cell.
func sayings(list []txtar.File) (s saying) {
	for _, f := range list {
		switch f.Name {
		case "says":
			s.says = string(f.Data)
		case withoutTypes:
			s.bare, s.differs = string(f.Data), true
		default:
			return s
		}
	}
	return s
}

// here is what the cell should say in this program.
func (s saying) here() string {
	if s.differs && mint.Check() != nil {
		return s.bare
	}
	return s.says
}

// updated is the sections of a cell that says something.
func (s saying) updated(got string) (list []txtar.File) {
	if mint.Check() == nil {
		s.says = got
	} else if got != s.here() {
		s.bare, s.differs = got, got != s.says
	}
	if s.says != "" {
		list = append(list, txtar.File{Name: "says", Data: []byte(s.says)})
	}
	if s.differs {
		list = append(list, txtar.File{Name: withoutTypes, Data: []byte(s.bare)})
	}
	return list
}
