package diag

import (
	"errors"
	"strings"
	"testing"

	"unfold/dsl/cell"
)

var _ cell.Failure = List{}

func TestUnderlineFallsBelowTheWord(t *testing.T) {
	for name, text := range map[string]string{
		"plain":      "load | WORD(k=7)",
		"tabs":       "\t\tx :=\tWORD",
		"wide":       `load("数据") | WORD`,
		"combining":  "load(\"e\u0301te\u0301\") | WORD",
		"emoji":      `load("👩‍🔬") | WORD`,
		"control":    "load(\"\x1b[31m\") | WORD",
		"first":      "WORD | svm",
		"later line": "x := 1\nload |\n\tWORD",
	} {
		t.Run(name, func(t *testing.T) {
			source := NewSource("In[1]", text)
			at := strings.Index(text, "WORD")
			lines := New(source, at, at+4, Static, "unknown", "", "").Lines(false)
			shown, under := lines[1], lines[2]
			if strings.ContainsAny(shown, "\t\x1b") {
				t.Errorf("the quoted line would move the terminal's cursor: %q", shown)
			}
			if got := strings.Count(under, "^"); got != 4 {
				t.Errorf("%d carets for 4 letters", got)
			}
			before, _, _ := strings.Cut(shown, "WORD")
			if cells(before) != strings.Index(under, "^") {
				t.Errorf("caret at %d, word at %d:\n%s\n%s", strings.Index(under, "^"), cells(before), shown, under)
			}
		})
	}
}

// cells counts the terminal cells of the few sorts of characters of the test
// above, independently of the library.
func cells(text string) int {
	text = strings.ReplaceAll(text, "👩‍🔬", "..")
	n := 0
	for _, r := range text {
		switch {
		case r == '\u0301':
		case r >= 0x4e00 && r <= 0x9fff:
			n += 2
		default:
			n++
		}
	}
	return n
}

func TestSpansCountCodePoints(t *testing.T) {
	text := "é | x\r\nα := 数 + y"
	source := NewSource("a.uf", text)
	at := strings.Index(text, "数")
	if got, want := source.Span(at, at+3), (Span{"a.uf", 2, 6, 2, 7}); got != want {
		t.Errorf("got %v, want %v", got, want)
	}
	line, column := source.Position(at)
	if got := source.LineSpan(line, column, column+3); got != source.Span(at, at+3) {
		t.Errorf("bytes on a line: %v", got)
	}
	if got := source.Line(1); got != "é | x" {
		t.Errorf("line 1 is %q", got)
	}
	if got := source.Span(0, len(text)).EndLine; got != 2 {
		t.Errorf("ends at line %d", got)
	}
	if got := source.Span(len(text), len(text)); got.Line != 2 || got.Col != 11 {
		t.Errorf("end of text at %v", got)
	}
}

func TestListIsAnErrorOnlyWithAnError(t *testing.T) {
	var none List
	if none.Err() != nil {
		t.Error("no findings, yet an error")
	}
	warning := List{{Severity: Warning, Summary: "odd"}}
	if warning.Err() != nil {
		t.Error("a warning stops a cell")
	}
	var l List
	if err := append(warning, Finding{Kind: Static}).Err(); !errors.As(err, &l) || len(l) != 2 {
		t.Errorf("got %v", err)
	}
}

func TestSortedDropsDoubles(t *testing.T) {
	source := NewSource("In[1]", "a | b\nc")
	a := New(source, 0, 1, Static, "first", "", "")
	b := New(source, 4, 5, Static, "second", "", "")
	c := New(source, 6, 7, Static, "third", "", "")
	got := List{c, a, b, a}.Sorted()
	if len(got) != 3 || got[0] != a || got[1] != b || got[2] != c {
		t.Errorf("got %v", got)
	}
}

func TestTraceback(t *testing.T) {
	source := NewSource("In[3]", "load | isomp(k=7) | svm")
	l := List{New(source, 7, 12, Static, `unknown stage "isomp"`, "no stage has this name", "did you mean isomap?")}
	want := `In[3]:1:8: error: unknown stage "isomp"
  1 | load | isomp(k=7) | svm
    |        ^^^^^
  cause: no stage has this name
  remedy: did you mean isomap?`
	if got := strings.Join(l.Traceback(false), "\n"); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
	if coloured := strings.Join(l.Traceback(true), "\n"); !strings.Contains(coloured, red+"isomp"+reset) {
		t.Errorf("the word is not marked: %q", coloured)
	}
	if l.Kind() != Static {
		t.Errorf("kind %q", l.Kind())
	}
}

func TestNearest(t *testing.T) {
	stages := []string{"isomap", "scale", "svm", "krr", "knn", "warp", "waveform", "holdout", "pca", "lda", "trustworthiness"}
	for typed, want := range map[string]string{
		"isomp": "isomap", "ismoap": "isomap", "Isomap": "isomap", "iso": "isomap", "isomap2": "isomap",
		"scael": "scale", "kr": "krr", "kn": "knn", "smv": "svm", "wrap": "warp", "trust": "trustworthiness",
		"pac": "pca", "hold": "holdout",
		"xyzzy": "", "q": "", "banana": "", "": "", "tsne": "",
	} {
		got, ok := Nearest(typed, stages)
		if got != want || ok != (want != "") {
			t.Errorf("%q: %q, want %q", typed, got, want)
		}
	}
}
