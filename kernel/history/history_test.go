package history

import (
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"sync"
	"testing"
	"unicode/utf8"

	"go.etcd.io/bbolt"
)

// session returns the history of a new session in a file.
func session(t *testing.T, path string) *History {
	t.Helper()
	return New(path, func(err error) { t.Error(err) })
}

// enter adds cells, numbered from 1.
func enter(h *History, sources ...string) {
	for i, s := range sources {
		h.Add(i+1, s)
	}
}

// told is entries in one line.
func told(entries []Entry) string {
	var words []string
	for _, e := range entries {
		word := fmt.Sprintf("%d:%d %s", e.Session, e.Line, e.Source)
		if e.Output != nil {
			word += "=" + *e.Output
		}
		words = append(words, word)
	}
	return strings.Join(words, ", ")
}

func TestSessionsFollowEachOther(t *testing.T) {
	path := filepath.Join(t.TempDir(), "state", "unfold", "history.db")
	first := session(t, path)
	enter(first, "a", "b", "a")
	first.Output(2, "B")
	first.Close()
	second := session(t, path)
	enter(second, "c")
	second.Close()
	third := session(t, path)

	check := func(what string, got []Entry, want string) {
		t.Helper()
		if told(got) != want {
			t.Errorf("%s: got %s, want %s", what, told(got), want)
		}
	}
	check("tail before any cell", third.Tail(2), "1:3 a, 2:1 c")
	check("the session before, by its distance", third.Range(-1, 0, 9), "2:1 c")
	enter(third, "b", "xb")
	check("tail", third.Tail(3), "2:1 c, 3:1 b, 3:2 xb")
	check("all", third.Tail(0), "1:1 a, 1:2 b=B, 1:3 a, 2:1 c, 3:1 b, 3:2 xb")
	check("the present one", third.Range(0, 1, 2), "3:1 b")
	check("the present one by number", third.Range(3, 1, 2), "3:1 b")
	check("an earlier one", third.Range(1, 2, 4), "1:2 b=B, 1:3 a")
	check("two before", third.Range(-2, 1, 2), "1:1 a")
	check("one that never was", third.Range(9, 0, 9), "")
	check("search", third.Search("b", false, 0), "1:2 b=B, 3:1 b")
	check("search, unique", third.Search("?", true, 0), "1:3 a, 2:1 c, 3:1 b")
	check("search, the last", third.Search("*b", false, 2), "3:1 b, 3:2 xb")
	third.Output(1, "late")
	third.Close()
	check("what the file has of it", session(t, path).Range(3, 1, 2), "3:1 b=late")
}

func TestFileIsItsOwnersAlone(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("modes are not kept here")
	}
	path := filepath.Join(t.TempDir(), "deep", "history.db")
	h := session(t, path)
	enter(h, "a")
	h.Close()
	for name, want := range map[string]os.FileMode{path: 0o600, filepath.Dir(path): 0o700} {
		if info, err := os.Stat(name); err != nil || info.Mode().Perm() != want {
			t.Errorf("%s: %v, %v; want %v", name, info.Mode(), err, want)
		}
	}
}

// A question does not make a file, nor a session that enters nothing.
func TestNothingEnteredLeavesNoFile(t *testing.T) {
	path := filepath.Join(t.TempDir(), "history.db")
	h := session(t, path)
	if got := h.Tail(1000); len(got) != 0 {
		t.Errorf("got %s", told(got))
	}
	h.Close()
	if _, err := os.Stat(path); !os.IsNotExist(err) {
		t.Errorf("stat: %v", err)
	}
}

func TestKernelsShareTheFile(t *testing.T) {
	path := filepath.Join(t.TempDir(), "history.db")
	const sessions, cells = 6, 40
	var all sync.WaitGroup
	for s := range sessions {
		all.Go(func() {
			h := New(path, func(error) {}) // that another has the file is no fault here
			for i := range cells {
				h.Add(i+1, fmt.Sprint(s))
				if i%10 == 0 {
					h.Tail(5)
				}
			}
			for range 20 { // the last words have little time; a kernel gives them once
				h.Close()
			}
		})
	}
	all.Wait()
	h := session(t, path)
	for number := 1; number <= sessions; number++ {
		lines := h.Range(number, 0, cells+1)
		if len(lines) != cells {
			t.Fatalf("session %d has %d lines, want %d", number, len(lines), cells)
		}
		for _, l := range lines {
			if l.Source != lines[0].Source {
				t.Fatalf("session %d has lines of two kernels", number)
			}
		}
	}
}

func TestFileThatCannotBeHad(t *testing.T) {
	path := filepath.Join(t.TempDir(), "history.db")
	holder, err := bbolt.Open(path, 0o600, nil)
	if err != nil {
		t.Fatal(err)
	}
	var faults []error
	h := New(path, func(err error) { faults = append(faults, err) })
	enter(h, "a", "b")
	if got, want := told(h.Tail(0)), "0:1 a, 0:2 b"; got != want {
		t.Errorf("while it is held: %s, want %s", got, want)
	}
	if len(faults) == 0 {
		t.Error("nobody was told")
	}
	holder.Close()
	if got, want := told(h.Tail(0)), "1:1 a, 1:2 b"; got != want {
		t.Errorf("afterwards: %s, want %s", got, want)
	}
}

func TestDamagedFile(t *testing.T) {
	path := filepath.Join(t.TempDir(), "history.db")
	if err := os.WriteFile(path, []byte(strings.Repeat("nonsense", 4096)), 0o600); err != nil {
		t.Fatal(err)
	}
	var told int
	h := New(path, func(error) { told++ })
	enter(h, "a")
	if got := h.Tail(0); len(got) != 1 {
		t.Errorf("%d entries", len(got))
	}
	h.Tail(0)
	h.Close()
	if told == 0 || told > 2 {
		t.Errorf("told %d times", told)
	}
}

func TestOldestMakeRoom(t *testing.T) {
	path := filepath.Join(t.TempDir(), "history.db")
	f := &file{path: path, entries: 500, bytes: 1 << 20}
	batch := make([]Entry, 500)
	for i := range batch {
		batch[i] = Entry{Line: i + 1, Source: "x"}
	}
	for _, part := range [][]Entry{batch, {{Line: 501, Source: "y"}, {Line: 501, Source: "z"}}} {
		if _, err := f.append(1, part, patience); err != nil {
			t.Fatal(err)
		}
	}
	entries := session(t, path).Tail(0)
	if len(entries) != 500 || entries[0].Line != 2 || entries[499].Source != "z" {
		t.Errorf("%d entries from line %d to %q", len(entries), entries[0].Line, entries[len(entries)-1].Source)
	}
	heavy := make([]Entry, 20)
	for i := range heavy {
		heavy[i] = Entry{Line: i + 1, Source: strings.Repeat("x", 100_000)}
	}
	if _, err := f.append(2, heavy, patience); err != nil {
		t.Fatal(err)
	}
	entries = session(t, path).Tail(0)
	if len(entries) != 10 || entries[9].Line != 20 {
		t.Errorf("%d heavy entries", len(entries))
	}
}

// A cell or a result too long to keep is cut between characters, not refused,
// in memory as in the file.
func TestLongEntriesAreCut(t *testing.T) {
	path := filepath.Join(t.TempDir(), "history.db")
	h := session(t, path)
	enter(h, strings.Repeat("x", maxSource+1))
	h.Output(1, "y"+strings.Repeat("é", maxOutput))
	check := func(h *History) {
		t.Helper()
		got := h.Tail(1)[0]
		if len(got.Source) != maxSource || len(*got.Output) != maxOutput-1 || !utf8.ValidString(*got.Output) {
			t.Errorf("%d bytes of source, %d of output", len(got.Source), len(*got.Output))
		}
	}
	check(h)
	h.Close()
	check(session(t, path))
}

func TestWithoutAFile(t *testing.T) {
	h := session(t, "")
	enter(h, "a", "b")
	h.Output(1, "A")
	h.Output(7, "of no cell")
	if got, want := told(h.Tail(0)), "1:1 a=A, 1:2 b"; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
	if got := h.Range(-1, 0, 9); len(got) != 0 {
		t.Errorf("a session before it: %s", told(got))
	}
	h.Close()
}

func TestGlob(t *testing.T) {
	for _, test := range []struct {
		pattern, text string
		want          bool
	}{
		{"", "anything\nat all", true},
		{"a*c", "a\nb c", true},
		{"a*c", "a\nb cd", false},
		{"a?c", "aéc", true},
		{"a?c", "ac", false},
		{"a.c", "abc", false},
		{"[a-c]x", "bx", true},
		{"[^a-c]x", "bx", false},
		{"[^a-c]x", "dx", true},
		{"[]]", "]", true},
		{"[^]]", "x", true},
		{`[\d]`, "d", true},
		{`[\d]`, "5", false},
		{"x[1", "x[1", true},
		{"[", "[", true},
		{"[z-a]", "[z-a]", true},
		{"(x|y)*", "(x|y) z", true},
		{"\xff", "\xff", true},
	} {
		if got := glob(test.pattern)(test.text); got != test.want {
			t.Errorf("%q and %q: %v", test.pattern, test.text, got)
		}
	}
}

func TestPath(t *testing.T) {
	home := t.TempDir()
	for _, off := range []string{"off", ""} {
		t.Setenv("UNFOLD_HISTORY", off)
		if got := Path(); got != "" {
			t.Errorf("%q: %q", off, got)
		}
	}
	t.Setenv("UNFOLD_HISTORY", filepath.Join(home, "h"))
	if got := Path(); got != filepath.Join(home, "h") {
		t.Errorf("named: %q", got)
	}
	if runtime.GOOS != "linux" {
		return
	}
	os.Unsetenv("UNFOLD_HISTORY") // until the test ends, which Setenv has seen to
	t.Setenv("HOME", home)
	for state, want := range map[string]string{
		"":         filepath.Join(home, ".local", "state", "unfold", "history.db"),
		"relative": filepath.Join(home, ".local", "state", "unfold", "history.db"),
		"/state":   "/state/unfold/history.db",
	} {
		t.Setenv("XDG_STATE_HOME", state)
		if got := Path(); got != want {
			t.Errorf("with state %q: %q, want %q", state, got, want)
		}
	}
}
