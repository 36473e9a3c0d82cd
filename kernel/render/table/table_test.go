package table

import (
	"fmt"
	"math"
	"strings"
	"testing"
	"unfold/engine/figure"
)

func TestText(t *testing.T) {
	tests := []struct {
		name  string
		table Table
		want  string
	}{
		{"points in line", Of("scores", []string{"score", "value"}, [][]string{{"accuracy", "0.95"}, {"rmse", "12.5"}, {"rows", "150"}, {"r2", NotANumber}}), `
scores
score            value
accuracy          0.95
rmse             12.5
rows            150
r2        not a number`},
		{"intervals", Of("", []string{"a", "b"}, [][]string{{"x", "0.9 ± 0.01"}, {"y", "10.95 ± 0.1"}}), `
a            b
x   0.9 ± 0.01
y  10.95 ± 0.1`},
		{"words to the left", Of("", []string{"name", "note"}, [][]string{{"x", "long word"}, {"longer", "b"}}), `
name    note
x       long word
longer  b`},
		{"wide letters", Of("", []string{"名前", "n"}, [][]string{{"山", "1"}, {"é", "22"}}), `
名前   n
山     1
é     22`},
		{"words over lines", Of("", []string{"stage", "n", "does"}, [][]string{{"isomap", "1", strings.Repeat("keeps geodesic distances ", 5)}, {"krr", "2", "maps"}}), `
stage   n  does
isomap  1  keeps geodesic distances keeps geodesic distances keeps geodesic distances keeps geodesic
           distances keeps geodesic distances
krr     2  maps`},
		{"control characters", Of("", []string{"a"}, [][]string{{"x\x1b[31m\ny"}}), `
a
x [31m y`},
		{"more", Table{Columns: []Column{{Name: "n", Numbers: true}}, Rows: [][]string{{"1"}}, MoreRows: 9}, `
n
1
… 9 more rows`},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if got := "\n" + tt.table.Text(); got != tt.want {
				t.Errorf("got%s\nwant%s", got, tt.want)
			}
		})
	}
}

func TestWideTableFits(t *testing.T) {
	header, row := []string{}, []string{}
	for range 40 {
		header, row = append(header, "column"), append(row, strings.Repeat("x", 90))
	}
	wide := Of("", header, [][]string{row})
	wide.MoreColumns = 3
	text := wide.Text()
	for line := range strings.Lines(text) {
		if width(strings.TrimRight(line, "\n")) > Width {
			t.Errorf("line of %d columns", width(line))
		}
	}
	if strings.Count(text, "more column") != 1 {
		t.Error("columns that are left out are not told once")
	}
}

// TestWholeTable sets columns that do not fit under the others.
func TestWholeTable(t *testing.T) {
	header, row := []string{"recipe"}, []string{"krr"}
	for i := range 30 {
		header, row = append(header, fmt.Sprintf("measure %d", i)), append(row, "0.12345")
	}
	wide := Of("", header, [][]string{row})
	wide.Whole = true
	text := wide.Text()
	for line := range strings.Lines(text) {
		if width(strings.TrimRight(line, "\n")) > Width {
			t.Errorf("line of %d columns", width(line))
		}
	}
	for _, name := range header {
		if !strings.Contains(text, name) {
			t.Errorf("no column %s", name)
		}
	}
	if n := strings.Count(text, "recipe"); n != 4 || strings.Contains(text, "more column") {
		t.Errorf("set in %d blocks, want 4:\n%s", n, text)
	}
}

// TestMarks looks at the signs and at what is said of them.
func TestMarks(t *testing.T) {
	marked := Table{
		Columns: []Column{{Name: "recipe"}, {Name: "n", Numbers: true}}, Named: true, Foot: []string{"the test"},
		Rows: [][]string{{"a", "1.5"}, {"b", "10.25"}, {"c", "—"}}, Marks: [][]figure.Mark{{0, figure.Tied}, {0, figure.Best}},
	}
	if got, want := marked.Text(), `recipe       n
a        1.5 ~
b       10.25*
c           — 
* best, ~ not told apart from the best
the test`; got != strings.ReplaceAll(want, " \n", "\n") {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
	marked.Marks = nil
	if text := marked.Text(); strings.Contains(text, "best") || !strings.HasSuffix(text, "the test") {
		t.Errorf("got\n%s", text)
	}
}

func TestHTMLEscapes(t *testing.T) {
	const evil = `<script>alert(1)</script>"'&`
	page := Table{Title: evil, Columns: []Column{{Name: evil}}, Rows: [][]string{{evil}}, Named: true}.HTML()
	if strings.Contains(page, "<script") {
		t.Errorf("markup of data in %s", page)
	}
	if n := strings.Count(page, "&lt;script&gt;"); n != 3 {
		t.Errorf("text of data shown %d times, want 3", n)
	}
	for _, want := range []string{"<caption>", `scope="col"`, `scope="row"`} {
		if !strings.Contains(page, want) {
			t.Errorf("no %s", want)
		}
	}
}

func TestHTMLAlignsPoints(t *testing.T) {
	page := Of("", []string{"", "v"}, [][]string{{"a", "1"}, {"b", "2.25"}}).HTML()
	if want := "<td class=\"uf-num\">1\u2008\u2007\u2007</td>"; !strings.Contains(page, want) {
		t.Errorf("no %q in %s", want, page)
	}
}

func TestNumber(t *testing.T) {
	tests := map[float64]string{
		0: "0", 1: "1", -3: "-3", 0.5: "0.5", 0.123456: "0.1235", 1234.56: "1234.6", 5e-7: "5.000e-07", 1e12: "1.000e+12",
		math.Inf(1): Infinity, math.Inf(-1): MinusInfinity,
	}
	for v, want := range tests {
		if got := Number(v); got != want {
			t.Errorf("Number(%g) = %q, want %q", v, got, want)
		}
	}
	if got := Number(math.NaN()); got != NotANumber {
		t.Errorf("Number(NaN) = %q", got)
	}
	if got := Fixed(0.5, 3); got != "0.500" {
		t.Errorf("Fixed(0.5, 3) = %q", got)
	}
}

func TestCount(t *testing.T) {
	for n, want := range []string{"0 more rows", "1 more row", "2 more rows"} {
		if got := Count(n, "more row"); got != want {
			t.Errorf("%d: %q, want %q", n, got, want)
		}
	}
}

// TestManyColumnsComeCloser: a table of many columns fits a page.
func TestManyColumnsComeCloser(t *testing.T) {
	for columns, tight := range map[int]bool{roomyColumns: false, roomyColumns + 1: true} {
		page := Table{Columns: make([]Column, columns), Rows: [][]string{make([]string, columns)}}.HTML()
		if strings.Contains(page, "uf-tight") != tight {
			t.Errorf("%d columns: %s", columns, page)
		}
	}
}
