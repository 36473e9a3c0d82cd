package render

import (
	"bytes"
	"encoding/csv"
	"math"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"unfold/engine"
	"unfold/engine/figure"
)

// methods is a table of results over data sets, with marks.
func methods(names ...string) *figure.Sheet {
	s := &figure.Sheet{
		Title: "accuracy, cv(k=10)", Columns: append([]string{"data"}, names...),
		Foot: []string{"Friedman with Iman and Davenport's correction over 3 data sets: F = 4.1, p = 0.11.", "Ties: Wilcoxon's signed-rank test with Holm's correction, alpha = 0.05."},
	}
	cell := func(v float64, mark figure.Mark) figure.Cell {
		c := figure.Figures(v, 4)
		c.Mark = mark
		return c
	}
	s.Rows = [][]figure.Cell{
		{figure.Word("iris"), cell(0.9733, figure.Best), cell(0.9667, figure.Tied), cell(0.9533, figure.Plain)},
		{figure.Word("wine"), cell(0.9944, figure.Tied), cell(1, figure.Best), figure.Word("failed")},
		{figure.Word("mean rank"), figure.Figures(1.25, 2), figure.Figures(1.5, 2), figure.Figures(3, 0)},
	}
	return s
}

// survey is a value that has a table and figures.
type survey struct{ sheet *figure.Sheet }

func (s survey) Table() *figure.Sheet      { return s.sheet }
func (s survey) Figures() []*figure.Figure { return []*figure.Figure{confusion("a", "b", "c")} }

// broken is one whose figures fail.
type broken struct{ survey }

func (broken) Figures() []*figure.Figure { panic("no") }

func TestSheetText(t *testing.T) {
	golden(t, "sheet.txt", New(Options{}).Text(methods("krr", "grnn", "direct svm")))
}

func TestSheetHTML(t *testing.T) {
	data, _ := New(Options{}).Render(methods("krr", "grnn", "direct svm"))
	_, page, _ := strings.Cut(data[mimeHTML].(string), "</style>")
	golden(t, "sheet.html", strings.ReplaceAll(page, "</tr>", "</tr>\n"))
}

// TestMarksKeepPointsInLine holds the point of every number of a column at the
// same distance from its end.
func TestMarksKeepPointsInLine(t *testing.T) {
	text := New(Options{}).Text(methods("krr", "grnn", "direct svm"))
	at := -1
	for _, line := range strings.Split(text, "\n")[2:5] {
		point := strings.Index(line, ".")
		if at >= 0 && point != at {
			t.Errorf("points of the first column are not in line:\n%s", text)
		}
		at = point
	}
}

func TestSheetForms(t *testing.T) {
	r := New(Options{})
	for _, c := range []struct {
		name    string
		value   any
		picture bool
		says    string
	}{
		{"sheet", methods("a", "b", "c"), false, "0.9733*"},
		{"sheet by value", *methods("a", "b", "c"), false, "0.9667~"},
		{"a value with figures", survey{methods("a", "b", "c")}, true, "57 of 60"},
		{"a value whose figures fail", broken{survey{methods("a", "b", "c")}}, false, "cannot show itself: no"},
		{"a value without a sheet", survey{}, false, "{"},
	} {
		data, _ := r.Render(c.value)
		text, _ := data[mimeText].(string)
		if !strings.Contains(text, c.says) || text != r.Text(c.value) {
			t.Errorf("%s: text is\n%s", c.name, text)
		}
		page, _ := data[mimeHTML].(string)
		if strings.Contains(page, "<img") != c.picture || data[mimePNG] != nil {
			t.Errorf("%s: the page has a picture: %v, the bundle another: %v", c.name, !c.picture, data[mimePNG] != nil)
		}
	}
	static, metadata := New(Options{Static: true}).Render(survey{methods("a", "b", "c")})
	if static[mimeHTML] != nil || metadata[mimePNG].(map[string]any)["height"].(int) <= 440 {
		t.Error("the table is not above the figure of a static picture")
	}
}

func TestLongSheetIsCut(t *testing.T) {
	s := &figure.Sheet{Columns: []string{"n"}}
	for range 5000 {
		s.Rows = append(s.Rows, []figure.Cell{figure.Figures(1, 0)})
	}
	data, _ := New(Options{}).Render(s)
	if page := data[mimeHTML].(string); len(page) > 20_000 || !strings.Contains(page, "4940 more rows") {
		t.Errorf("a sheet of 5,000 rows takes %d bytes", len(page))
	}
}

// TestTablesAreAccessible looks at every table that results are shown with: a
// reader that speaks needs its caption and the scope of its heads, and a
// picture its text.
func TestTablesAreAccessible(t *testing.T) {
	for name, value := range map[string]any{
		"report": sample("a", "b", "c"), "sheet": methods("a", "b", "c"), "survey": survey{methods("a", "b", "c")}, "figure": confusion("a", "b", "c"),
	} {
		data, _ := New(Options{}).Render(value)
		page := data[mimeHTML].(string)
		for every, each := range map[string]string{
			`<th\b`:      `<th scope="(col|row)"`,
			`<img\b`:     `<img [^>]*alt="[^"]+"`,
			`<details\b`: `<details[^>]*><summary>[^<]*<?`,
		} {
			all, well := len(regexp.MustCompile(every).FindAllString(page, -1)), len(regexp.MustCompile(each).FindAllString(page, -1))
			if all != well {
				t.Errorf("%s: %d of %d are %s", name, well, all, each)
			}
		}
		if !strings.Contains(page, "<table><caption") {
			t.Errorf("%s: no caption", name)
		}
	}
}

// TestFigureOffersItsNumbers holds small figures to a table beside them, and
// large ones to a sentence.
func TestFigureOffersItsNumbers(t *testing.T) {
	page := func(f *figure.Figure) string { data, _ := New(Options{}).Render(f); return data[mimeHTML].(string) }
	small := page(confusion("a", "b", "c"))
	if !strings.Contains(small, "<summary>Data</summary>") || !strings.Contains(small, ">predicted b</th>") {
		t.Error("the numbers of a grid are not on its page")
	}
	large := page(scatter("a", "b", "c"))
	if !strings.Contains(large, "180 rows: the figure") || strings.Contains(large, "<table>") {
		t.Error("a scatter of 180 rows is set as a table")
	}
	if strings.Contains(page(&figure.Figure{Title: "nothing"}), "<details") {
		t.Error("a figure without marks offers its numbers")
	}
}

func TestHostileSheet(t *testing.T) {
	const evil = "<script>alert(1)</script>\x1b[2J"
	s := methods(evil, evil, evil)
	s.Title, s.Foot = evil, []string{evil}
	s.Rows[0][0] = figure.Word(evil)
	s.Rows[1] = s.Rows[1][:2] // a row with a hole at its end
	s.Rows = append(s.Rows, append(s.Rows[2], figure.Word("too many")), nil)
	for name, value := range map[string]any{"sheet": s, "survey": survey{s}} {
		data, _ := New(Options{}).Render(value)
		page := data[mimeHTML].(string)
		if strings.Contains(page, "<script>alert") || strings.Contains(data[mimeText].(string), "\x1b") {
			t.Errorf("%s: markup or control characters of data are shown", name)
		}
		if n := strings.Count(page, "&lt;script&gt;alert(1)"); n < 6 {
			t.Errorf("%s: the text of data is shown %d times", name, n)
		}
	}
}

func TestSaveSheets(t *testing.T) {
	dir, nan := t.TempDir(), math.NaN()
	report := sample("a", "b", "c")
	report.Scores[0].Folds = []float64{0.9, nan}
	report.Runs = make([]*engine.Run, 2)
	for name, c := range map[string]struct {
		value any
		csv   string // a record of it
		tex   string
	}{
		"sheet":  {methods("a_b", "b", "c"), "iris,0.9733,0.9667,0.9533", `iris & \textbf{0.9733} & \textit{0.9667} & 0.9533 \\`},
		"survey": {survey{methods("a_b", "b", "c")}, "data,a_b,b,c", `data & a\_b & b & c \\`},
		"figure": {confusion("a", "b", "c"), "truth,predicted a,predicted b,predicted c", `b & 0 & 18 & 2 \\`},
		"report": {report, "accuracy,higher,0.9663,0.0312,0.9284,0.9845,0.9,", `accuracy & higher & 0.9663 & 0.0312 & 0.9284 & 0.9845 & 0.9000 & --- \\`},
	} {
		for _, ending := range []string{".csv", ".tex"} {
			if err := New(Options{}).Save(c.value, filepath.Join(dir, name+ending)); err != nil {
				t.Errorf("%s: %v", name, err)
			}
		}
		raw, _ := os.ReadFile(filepath.Join(dir, name+".csv"))
		if !strings.Contains(string(raw), c.csv+"\n") {
			t.Errorf("%s: CSV is\n%s", name, raw)
		}
		reader := csv.NewReader(bytes.NewReader(raw))
		reader.FieldsPerRecord = -1
		if _, err := reader.ReadAll(); err != nil {
			t.Errorf("%s: %v", name, err)
		}
		if raw, _ := os.ReadFile(filepath.Join(dir, name+".tex")); !strings.Contains(string(raw), c.tex) {
			t.Errorf("%s: LaTeX is\n%s", name, raw)
		}
	}
	if err := New(Options{}).Save(survey{methods("a", "b", "c")}, filepath.Join(dir, "x.png")); err != nil {
		t.Errorf("figures of a survey: %v", err)
	}
	for path, value := range map[string]any{"x.csv": 42, "x.tex": []*figure.Figure{nil, nil}, "x.png": methods("a", "b", "c")} {
		if err := New(Options{}).Save(value, filepath.Join(dir, path)); err == nil || !regexp.MustCompile("save it as|has no").MatchString(err.Error()) {
			t.Errorf("%T as %s: %v", value, path, err)
		}
	}
}
