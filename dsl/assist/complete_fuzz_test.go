package assist_test

import (
	"testing"
	"unicode/utf8"
)

// FuzzComplete types anything anywhere: there is always an answer, and it
// replaces text around the cursor.
func FuzzComplete(f *testing.F) {
	s := documented(f)
	for _, seed := range []string{
		"load | isomap(k=7, ", "load(\"a/b", "x.y().z[0].", "import (\"a", "func (t *T[P]) M() { t.", "for i := range x { if y {", "`raw\r\n", "S{A: []S{{", "'", "\"\\", "/*", "a | b | ", "%time x", "𝄞ä.", ")]}", "defer func() { x.", "load | f(a=[1, ",
	} {
		f.Add(seed, uint8(len(seed)))
		f.Add(seed, uint8(len(seed)/2))
	}
	f.Fuzz(func(t *testing.T, code string, at uint8) {
		cursor := min(int(at), utf8.RuneCountInString(code))
		c := s.Complete(code, cursor)
		if c.Start < 0 || c.Start > cursor || c.End < cursor || c.End > utf8.RuneCountInString(code) {
			t.Errorf("%q at %d: from %d to %d", code, cursor, c.Start, c.End)
		}
		s.Inspect(code, cursor, 0)
		s.Pending(code)
	})
}
