package dsl_test

import (
	"context"
	"errors"
	"flag"
	"os"
	"strings"
	"testing"
	"time"

	"golang.org/x/tools/txtar"

	"unfold/dsl/cell"
)

var update = flag.Bool("update", false, "write what the cells in testdata say as what they should say")

// TestFailures runs the cells of a session and compares what a reader sees of
// those that fail. A cell that waits to be interrupted says so.
func TestFailures(t *testing.T) {
	const path = "testdata/failures.txtar"
	ar, err := txtar.ParseFile(path)
	if err != nil {
		t.Fatal(err)
	}
	s := newSession(t)
	out := &txtar.Archive{Comment: ar.Comment}
	for i, f := range ar.Files {
		if f.Name != "cell" {
			continue
		}
		code := strings.TrimSuffix(string(f.Data), "\n")
		ctx, stop := context.WithTimeout(context.Background(), time.Minute)
		if strings.Contains(code, "until it is interrupted") {
			ctx, stop = context.WithTimeout(context.Background(), 2*time.Second) // by which it waits, on a busy machine too
		}
		_, err := s.Eval(ctx, code, &memory{})
		stop()
		got := ""
		var failure cell.Failure
		if errors.As(err, &failure) {
			got = strings.Join(failure.Traceback(false), "\n") + "\n"
		}
		want := ""
		if i+1 < len(ar.Files) && ar.Files[i+1].Name == "says" {
			want = string(ar.Files[i+1].Data)
		}
		if !*update && got != want {
			t.Errorf("%s\nsays\n%s\nwant\n%s", code, got, want)
		}
		out.Files = append(out.Files, f)
		if got != "" {
			out.Files = append(out.Files, txtar.File{Name: "says", Data: []byte(got)})
		}
	}
	if *update {
		if err := os.WriteFile(path, txtar.Format(out), 0o644); err != nil {
			t.Fatal(err)
		}
	}
}

// TestExitWithStatusZeroIsNoFailure, and ends the cell; the session goes on.
func TestExitWithStatusZeroIsNoFailure(t *testing.T) {
	s := newSession(t)
	for code, fails := range map[string]bool{
		"import \"os\"\nos.Exit(0)\npanic(1)":                  false,
		"import \"os\"\nos.Exit(0)\n%env A=1\npanic(1)":        false,
		"import \"os\"\nfunc() { go os.Exit(0); select {} }()": false,
		"import \"os\"\nos.Exit(3)":                            true,
	} {
		if value, err := s.Eval(t.Context(), code, &memory{}); (err != nil) != fails || value != nil {
			t.Errorf("%s\ngives %v, %v", code, value, err)
		}
	}
	if _, ended := s.Status(); ended {
		t.Error("a session ends by os.Exit")
	}
}
