package memo_test

import (
	"bytes"
	"errors"
	"math"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"unfold/engine/memo"
)

// open opens the file until the test is over.
func open(t *testing.T, name string) *memo.File {
	t.Helper()
	f, err := memo.Open(name)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { f.Close() })
	return f
}

func save(t *testing.T, f *memo.File) {
	t.Helper()
	if err := f.Save(); err != nil {
		t.Fatal(err)
	}
}

func read(t *testing.T, name string) string {
	t.Helper()
	text, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

func TestFileKeepsScoresToTheBit(t *testing.T) {
	name := filepath.Join(t.TempDir(), "scores.jsonl")
	f := open(t, name)
	scores := map[memo.Key]memo.Score{}
	for i, v := range []float64{0, math.Copysign(0, -1), 1.0 / 3, -1e300, math.SmallestNonzeroFloat64, math.MaxFloat64, math.Nextafter(1, 2)} {
		scores[memo.Unique()] = memo.Score{Value: v, Better: []string{"higher", "lower"}[i%2]}
	}
	for k, s := range scores {
		f.Enter(k, s)
		f.Enter(k, memo.Score{Value: 9, Better: "lower"}) // the first one counts
	}
	if text := read(t, name); text != "" {
		t.Errorf("written before it was saved: %q", text)
	}
	save(t, f)
	saved := read(t, name)
	if save(t, f); read(t, name) != saved || strings.Count(saved, "\n") != 1+len(scores) {
		t.Errorf("saved twice or not at all:\n%s", saved)
	}
	again := open(t, name)
	for _, f := range []*memo.File{f, again} {
		for k, want := range scores {
			got, ok := f.Find(k)
			if !ok || math.Float64bits(got.Value) != math.Float64bits(want.Value) || got.Better != want.Better {
				t.Errorf("%v, %v; want %v", got, ok, want)
			}
		}
		if _, ok := f.Find(memo.Unique()); ok {
			t.Error("found what nobody has entered")
		}
	}
	again.Enter(memo.Unique(), memo.Score{Value: 1, Better: "lower"})
	if save(t, again); !strings.HasPrefix(read(t, name), saved) {
		t.Error("lines were changed that were there")
	}
}

// TestFileOutlivesATornEnd cuts a file off at every byte: the lines that are whole
// are read, and what is entered next stands in a line of its own.
func TestFileOutlivesATornEnd(t *testing.T) {
	name := filepath.Join(t.TempDir(), "scores.jsonl")
	f := open(t, name)
	var keys []memo.Key
	for i := range 2 {
		keys = append(keys, memo.Unique())
		f.Enter(keys[i], memo.Score{Value: float64(i), Better: "higher"})
	}
	save(t, f)
	text := read(t, name)
	for size := range len(text) + 1 {
		if err := os.WriteFile(name, []byte(text[:size]), 0o600); err != nil {
			t.Fatal(err)
		}
		f, err := memo.Open(name)
		if err != nil {
			t.Fatalf("cut off at %d: %v", size, err)
		}
		whole := max(0, strings.Count(text[:size], "\n")-1)
		for i, k := range keys {
			if _, ok := f.Find(k); ok != (i < whole) {
				t.Errorf("cut off at %d, score %d is there: %v", size, i, ok)
			}
			f.Enter(k, memo.Score{Value: float64(i), Better: "higher"})
		}
		if err := errors.Join(f.Save(), f.Close()); err != nil {
			t.Fatal(err)
		}
		if got := read(t, name); got != text {
			t.Errorf("cut off at %d, and mended to\n%s", size, got)
		}
	}
}

func TestForeignFilesAreLeftAsTheyAre(t *testing.T) {
	const schema = `{"schema":"unfold/scores/1"}` + "\n"
	key := strings.Repeat("0f", 32)
	for _, c := range []struct{ text, want string }{
		{"x,y\n1,2\n", "something else"},
		{"no line", "something else"},
		{"\n", "something else"},
		{`{"schema":"unfold/scores/2"}` + "\n", "something else"},
		{schema + "x\n", "line 2"},
		{schema + "\n", "line 2"},
		{schema + `{"key":"0f","score":1,"better":"higher"}` + "\n", "line 2"},
		{schema + `{"key":"` + key + `","score":"1","better":"higher"}` + "\n", "line 2"},
		{schema + `{"key":"` + strings.Replace(key, "f", "g", 1) + `","score":1,"better":"higher"}` + "\n", "line 2"},
		{schema + schema + `{"key":"` + key + `","score":1,"better":"best"}` + "\n", "line 3"},
		{schema + `{"key":"` + key + `","score":1,"better":"lower"}` + "\nx\n" + `{"key":"` + key[:10], "line 3"},
	} {
		name := filepath.Join(t.TempDir(), "mine.csv")
		if err := os.WriteFile(name, []byte(c.text), 0o600); err != nil {
			t.Fatal(err)
		}
		_, err := memo.Open(name)
		var fault *memo.FileError
		if !errors.As(err, &fault) || fault.Remedy == "" || !strings.Contains(fault.Cause, c.want) || !strings.Contains(fault.Cause, name) {
			t.Errorf("%q: %v", c.text, err)
		}
		if got := read(t, name); got != c.text {
			t.Errorf("%q was changed to %q", c.text, got)
		}
	}
}

func TestFilesThatCannotBeUsed(t *testing.T) {
	dir := t.TempDir()
	for _, name := range []string{dir, filepath.Join(dir, "none", "scores")} {
		_, err := memo.Open(name)
		var fault *memo.FileError
		if !errors.As(err, &fault) || fault.Remedy == "" || fault.Err == nil || !strings.HasSuffix(err.Error(), fault.Remedy) {
			t.Errorf("%s: %#v", name, err)
		}
	}
	f := open(t, filepath.Join(dir, "scores"))
	f.Close()
	f.Enter(memo.Unique(), memo.Score{Value: 1, Better: "higher"})
	var fault *memo.FileError
	if err := f.Save(); !errors.As(err, &fault) || !errors.Is(err, os.ErrClosed) {
		t.Errorf("saved into a closed file: %v", err)
	}
}

// TestFileOfManyWriters: several programs that began with the same new file add
// whole lines to it at once.
func TestFileOfManyWriters(t *testing.T) {
	name := filepath.Join(t.TempDir(), "scores.jsonl")
	const writers, each = 4, 50
	var files [writers]*memo.File
	for i := range files {
		files[i] = open(t, name)
	}
	key := func(i, j int) memo.Key { return memo.Key{byte(i), byte(j)} }
	var all sync.WaitGroup
	for i, f := range files {
		for half := range 2 { // and two of each program share its file
			all.Go(func() {
				for j := half; j < each; j += 2 {
					f.Enter(key(i, j), memo.Score{Value: float64(j), Better: "lower"})
					if err := f.Save(); err != nil {
						t.Error(err)
					}
				}
			})
		}
	}
	all.Wait()
	together := open(t, name)
	for i := range writers {
		for j := range each {
			if s, ok := together.Find(key(i, j)); !ok || s.Value != float64(j) {
				t.Errorf("score %d of writer %d: %v, %v", j, i, s, ok)
			}
		}
	}
	if got := bytes.Count([]byte(read(t, name)), []byte("\n")); got != writers*(each+1) {
		t.Errorf("%d lines", got)
	}
}
