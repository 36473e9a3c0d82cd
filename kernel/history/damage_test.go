package history

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// A file that was cut off or written over costs its entries. It ends no
// process, keeps no other from the file, and is told of once.
func TestDamagedDatabase(t *testing.T) {
	path := filepath.Join(t.TempDir(), "history.db")
	whole := session(t, path)
	for line := range 100 {
		whole.Add(line+1, strings.Repeat(fmt.Sprintln("line", line), 1000))
	}
	whole.Close()
	sound, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	half, page := len(sound)/2, os.Getpagesize()
	for name, damaged := range map[string][]byte{
		"cut off amid a page":   sound[:half/page*page+77],
		"cut off behind a page": sound[:half/page*page],
		"cut off at the start":  sound[:4*page],
		"blank behind":          append(bytes.Clone(sound[:4*page]), make([]byte, len(sound)-4*page)...),
		"blank":                 make([]byte, len(sound)),
		"empty":                 nil,
	} {
		t.Run(name, func(t *testing.T) {
			if err := os.WriteFile(path, damaged, 0o600); err != nil {
				t.Fatal(err)
			}
			var told []error
			h := New(path, func(err error) { told = append(told, err) })
			for line := range 5 {
				enter(h, "a")
				h.save()
				if got := h.Search("a", false, 0); len(got) != line+1 {
					t.Errorf("%d entries of this session after %d", len(got), line+1)
				}
			}
			h.Close()
			if len(told) > 1 {
				t.Errorf("told of %v", told)
			}
			if err := os.WriteFile(path, sound, 0o600); err != nil {
				t.Fatal(err)
			}
			other := session(t, path)
			if got := len(other.Tail(0)); got != 100 {
				t.Errorf("another session finds %d entries", got)
			}
		})
	}
}

func TestHistoryThatIsNoFile(t *testing.T) {
	var told []error
	h := New(t.TempDir(), func(err error) { told = append(told, err) })
	enter(h, "a")
	if got := h.Tail(0); len(got) != 1 {
		t.Errorf("%d entries", len(got))
	}
	h.Close()
	if len(told) != 1 || !strings.Contains(told[0].Error(), "is no file") {
		t.Errorf("told of %v", told)
	}
}
