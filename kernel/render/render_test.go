package render

import (
	"bytes"
	"encoding/base64"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"image"
	"image/png"
	"maps"
	"math"
	"os"
	"path/filepath"
	"reflect"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"gonum.org/v1/gonum/mat"
	"gonum.org/v1/plot"

	"unfold/dsl/cell"
	"unfold/engine"
	"unfold/engine/figure"
	"unfold/kernel/display"
)

var update = flag.Bool("update", false, "write the golden files anew")

// golden compares got with a file of testdata.
func golden(t *testing.T, name, got string) {
	t.Helper()
	path := filepath.Join("testdata", name)
	if *update {
		if err := os.WriteFile(path, []byte(got+"\n"), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if got+"\n" != string(want) {
		t.Errorf("%s differs; -update writes it anew. Got:\n%s", path, got)
	}
}

type comparison struct{}

func (comparison) Tabulate() (string, []string, [][]string) {
	return "wine, cv(k=10)", []string{"recipe", "accuracy", "difference to krr", "seconds"}, [][]string{
		{"krr", "0.9663 ± 0.0312", "—", "1.93"}, {"direct", "0.9550 ± 0.0400", "-0.0113 ± 0.0200", "0.04"},
	}
}

type temperature float64

func (t temperature) String() string { return fmt.Sprintf("%.1f °C", float64(t)) }

type shows struct{}

func (shows) HTML() string { return "<b>mine</b>" }
func (shows) PNG() []byte  { return []byte("png") }

type bundles struct{}

func (bundles) Render() display.Data {
	return display.Data{Data: map[string]any{"text/plain": "own", "image/svg+xml": []byte("<svg/>"), "image/jpeg": []byte{1}}}
}

type failure struct{}

func (failure) Error() string { return "isomap: k = 200 must be below the 150 rows" }
func (failure) Kind() string  { return "ArgumentError" }
func (failure) Traceback(colour bool) []string {
	if colour {
		return []string{"\x1b[1;31mArgumentError\x1b[0m: k = 200 <b>", "  load | isomap(\x1b[91m200\x1b[39m)"}
	}
	return []string{"ArgumentError: k = 200 <b>", "  load | isomap(200)"}
}

type wide struct {
	Name  string
	Value float64
}

func TestForms(t *testing.T) {
	const text, html, picture = mimeText, mimeHTML, mimePNG
	tests := []struct {
		name  string
		value any
		forms []string
		says  string // in the text
	}{
		{"nothing", nil, nil, ""},
		{"report", sample("a", "b", "c"), []string{html, text}, "0.9663"},
		{"report without figures", &engine.Report{Pipeline: "load"}, []string{html, text}, "load"},
		{"figure", scatter("a", "b", "c"), []string{html, text}, "120 training"},
		{"figure by value", *confusion("a", "b", "c"), []string{html, text}, "57 of 60"},
		{"table", wine("alcohol", "x", "y", "z"), []string{html, text}, "missing"},
		{"plot", plot.New(), []string{picture, text}, "plot"},
		{"image", image.NewGray(image.Rect(0, 0, 7, 3)), []string{picture, text}, "7×3"},
		{"matrix", mat.NewDense(20, 30, nil), []string{html, text}, "10 more rows, 18 more columns"},
		{"comparison", comparison{}, []string{html, text}, "direct"},
		{"error", errors.New("no such file"), []string{text}, "no such file"},
		{"failure", failure{}, []string{html, text}, "ArgumentError"},
		{"wrapped failure", fmt.Errorf("cell: %w", failure{}), []string{html, text}, "ArgumentError"},
		{"string", "two\nlines", []string{text}, "two\nlines"},
		{"bytes of text", []byte("text\n"), []string{text}, "text"},
		{"other bytes", []byte{0, 255}, []string{text}, "2 bytes: 00 ff"},
		{"number", 0.5, []string{text}, "0.5"},
		{"not a number", math.NaN(), []string{text}, "NaN"},
		{"stringer", temperature(20), []string{text}, "20.0 °C"},
		{"function", func(int) string { return "" }, []string{text}, "func(int) string"},
		{"struct", struct{ A, B int }{10, 30}, []string{html, text}, "{10 30}"},
		{"pointer to struct", &wide{"x", math.Inf(1)}, []string{html, text}, "&{x +Inf}"},
		{"slice of structs", slices.Repeat([]wide{{"row", 1.5}}, 40), []string{html, text}, "10 more rows"},
		{"map", map[string]int{"b": 2, "a": 1}, []string{html, text}, "map[a:1 b:2]"},
		{"rows", slices.Repeat([][]float64{{1, 2.5}, {3}}, 9), []string{html, text}, "18 rows of float64"},
		{"slice", []int{1, 2}, []string{text}, "[1 2]"},
		{"empty map", map[string]int{}, []string{text}, "map[]"},
		{"nil pointer", (*wide)(nil), []string{text}, "<nil>"},
		{"pipeline", engine.Pipeline{}, []string{text}, ""},
		{"own forms", shows{}, []string{picture, html, text}, "{}"},
		{"own bundle", bundles{}, []string{"image/jpeg", "image/svg+xml", text}, "own"},
		{"data", display.Data{Data: map[string]any{"text/markdown": "*x*"}}, []string{"text/markdown", "text/plain"}, "*x*"},
		{"bundle", cell.Bundle{Data: map[string]any{"text/html": "<p>", "text/plain": "p"}}, []string{"text/html", "text/plain"}, "p"},
		{"data without words", display.PNG([]byte{1}), []string{"image/png", "text/plain"}, "image/png"},
		{"data that panic", angry{}, []string{"text/plain"}, "{}\ncannot show itself: no"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			data, metadata := New(Options{}).Render(tt.value)
			if got := slices.Sorted(maps.Keys(data)); !slices.Equal(got, slices.Sorted(slices.Values(tt.forms))) {
				t.Errorf("forms are %v, want %v", got, tt.forms)
			}
			if plain, _ := data[text].(string); !strings.Contains(plain, tt.says) {
				t.Errorf("text is %q, want %q in it", plain, tt.says)
			}
			if _, err := json.Marshal([]any{data, metadata}); err != nil {
				t.Error(err)
			}
			if plain, _ := data[text].(string); plain != New(Options{}).Text(tt.value) && tt.name != "function" {
				t.Error("Text differs from the text of the bundle")
			}
			again, _ := New(Options{}).Render(tt.value)
			if tt.name != "function" && !reflect.DeepEqual(data, again) {
				t.Error("the same value gave two different bundles")
			}
			static, _ := New(Options{Static: true}).Render(tt.value)
			for mime := range static {
				if mime != picture && mime != text {
					t.Errorf("static bundle has %s", mime)
				}
			}
		})
	}
}

func TestPictureSize(t *testing.T) {
	data, metadata := New(Options{Static: true}).Render(sample("a", "b", "c"))
	file, err := base64.StdEncoding.DecodeString(data[mimePNG].(string))
	if err != nil {
		t.Fatal(err)
	}
	img, err := png.Decode(bytes.NewReader(file))
	if err != nil {
		t.Fatal(err)
	}
	size := metadata[mimePNG].(map[string]any)
	if img.Bounds().Dx() != 2*size["width"].(int) || img.Bounds().Dy() != 2*size["height"].(int) {
		t.Errorf("picture of %v is announced as %v", img.Bounds(), size)
	}
	if size["height"].(int) <= 350 {
		t.Errorf("the height is %v, which leaves no room for the tables above the figures", size["height"])
	}
}

// TestEscapes puts markup wherever data can put it.
func TestEscapes(t *testing.T) {
	report := sample(evil, evil, evil)
	report.Pipeline, report.Protocol = "load("+evil+") | scale", evil
	report.Table.Name, report.Notes[0].Text = evil, evil
	report.Scores[0].Name, report.Steps[0].Name = evil, evil
	fig := scatter(evil, evil, evil)
	fig.Title, fig.Alt, fig.Caption, fig.X.Label = evil, `" onerror="x`+evil, evil, evil
	fig.Layers = append(fig.Layers, figure.Names{X: []float64{0}, Y: []float64{0}, Texts: []string{evil}}, figure.Bars{Name: evil, Low: []float64{0}, High: []float64{1}, Y: []float64{1}}, figure.Band{Name: evil})
	values := map[string]any{
		"report": report, "figure": fig,
		"table":   wine(evil, evil, evil, evil),
		"structs": []wide{{evil, 1}},
		"map":     map[string]string{evil: evil},
		"failure": fmt.Errorf("%w", evilFailure{}),
	}
	for name, value := range values {
		t.Run(name, func(t *testing.T) {
			data, _ := New(Options{}).Render(value)
			page := data[mimeHTML].(string)
			if strings.Contains(page, evil) || strings.Contains(page, `alt="" onerror`) {
				t.Error("markup of data is on the page")
			}
			if !strings.Contains(page, "&lt;script&gt;alert(1)&lt;/script&gt;") {
				t.Error("the text of data is not on the page")
			}
		})
	}
	p := engine.Progress{Stage: evil, Note: evil}
	if page := New(Options{}).Progress(p)[mimeHTML].(string); strings.Contains(page, evil) {
		t.Error("markup of a note is in the progress bar")
	}
}

// TestControlCharacters puts what would clear a terminal into names.
func TestControlCharacters(t *testing.T) {
	const evil = "a\x1b[2Jb"
	report := sample(evil, "b", "c")
	report.Notes[0].Text, report.Scores[0].Name, report.Figures[1].Alt = evil, evil, evil
	for _, value := range []any{report, scatter(evil, "b"), wine(evil, evil, evil, evil)} {
		if text := New(Options{}).Text(value); strings.Contains(text, "\x1b") || !strings.Contains(text, "a [2Jb") {
			t.Errorf("%T: text is %q", value, text)
		}
	}
	if text := New(Options{}).Progress(engine.Progress{Note: evil})[mimeText].(string); strings.Contains(text, "\x1b") {
		t.Errorf("progress is %q", text)
	}
}

func TestLongValuesAreCut(t *testing.T) {
	for _, value := range []any{make([]int, 1e6), map[int]string{1: strings.Repeat("é", 1e6)}, struct{ Long []int }{make([]int, 1e6)}} {
		data, _ := New(Options{}).Render(value)
		text := data[mimeText].(string)
		if page, _ := data[mimeHTML].(string); len(text) > 2*mostText || len(page) > 2*mostText || !utf8.ValidString(text) {
			t.Errorf("%T takes %d bytes of text and %d of HTML", value, len(text), len(page))
		}
	}
}

// FuzzColoured holds for whatever a failure quotes: nothing but spans of our
// own is markup.
func FuzzColoured(f *testing.F) {
	f.Add("\x1b[31mred\x1b[0m <b> \x1b[")
	f.Add("\x1b[1;91m\x1b[999m&lt;\x1b[2J")
	span := regexp.MustCompile(`<span style="[a-z0-9:.;,%#( )A-Z-]*">|</span>`)
	f.Fuzz(func(t *testing.T, text string) {
		page := coloured(text)
		if strings.ContainsAny(span.ReplaceAllString(page, ""), "<>\"") {
			t.Errorf("%q gives %q", text, page)
		}
		if strings.Count(page, "<span") != strings.Count(page, "</span") {
			t.Errorf("spans of %q are not balanced", page)
		}
	})
}

type evilFailure struct{ failure }

func (evilFailure) Traceback(bool) []string { return []string{"\x1b[31m" + evil + "\x1b[0m\x1b[2J"} }

func TestReportText(t *testing.T) {
	text, _ := New(Options{}).Render(sample("barolo", "grignolino", "barbera"))
	golden(t, "report.txt", text[mimeText].(string))
	for line := range strings.Lines(text[mimeText].(string)) {
		if n := len([]rune(line)); n > 101 {
			t.Errorf("line of %d columns: %s", n, line)
		}
	}
}

func TestOrder(t *testing.T) {
	data, _ := New(Options{}).Render(sample("a", "b", "c"))
	for mime, words := range map[string][]string{
		mimeText: {"load(", "rows ×", "how well", "accuracy", "why to trust it", "trustworthiness", "note:", "what it cost"},
		mimeHTML: {"What ran", "rows ×", "load(", "<img", "How well", "accuracy", "Why to trust it", "trustworthiness", "bridges of length", "What it cost"},
	} {
		text, at := data[mime].(string), 0
		for _, word := range words {
			i := strings.Index(text[at:], word)
			if i < 0 {
				t.Fatalf("%s: %q does not follow in its order", mime, word)
			}
			at += i
		}
	}
}

func TestTableTexts(t *testing.T) {
	var parts []string
	for _, v := range []any{
		wine("alcohol", "x", "y", "z"),
		mat.NewDense(3, 3, []float64{1, -0.5, 1e-9, 1234.5, math.NaN(), math.Inf(-1), 0.25, 3, 100}),
		comparison{},
		slices.Repeat([]wide{{"row", 1.5}}, 3),
	} {
		data, _ := New(Options{}).Render(v)
		parts = append(parts, data[mimeText].(string))
	}
	golden(t, "tables.txt", strings.Join(parts, "\n\n"))
}

func TestFailureHTML(t *testing.T) {
	page := FailureHTML(failure{})
	if !strings.Contains(page, ">ArgumentError</span></span>: k = 200 &lt;b&gt;") || strings.Contains(page, "\x1b") {
		t.Errorf("page is %s", page)
	}
	if strings.Count(page, "<span") != strings.Count(page, "</span>") {
		t.Error("spans are not balanced")
	}
}

func TestProgress(t *testing.T) {
	data := New(Options{}).Progress(engine.Progress{Stage: "isomap", Note: "geodesics", Fraction: 0.5, Left: 75 * time.Second})
	if want := "[############............]  50 % of isomap: geodesics, 1 min 15 s left"; data[mimeText] != want {
		t.Errorf("text is %q, want %q", data[mimeText], want)
	}
	if page := data[mimeHTML].(string); !strings.Contains(page, `value="50"`) {
		t.Errorf("page is %s", page)
	}
	for _, f := range []float64{math.NaN(), -1, 7} {
		text := New(Options{}).Progress(engine.Progress{Fraction: f, Left: -1})[mimeText].(string)
		if strings.Contains(text, "left") || len(strings.SplitN(text, "]", 2)[0]) != 25 {
			t.Errorf("fraction %g gives %q", f, text)
		}
	}
}

func TestSave(t *testing.T) {
	starts := map[string]string{"a.png": "\x89PNG", "a.svg": "<?xml", "a.PDF": "%PDF-", "a.html": "<!DOCTYPE html>", "a.txt": "load(", "a.json": "{\n"}
	dir := t.TempDir()
	for name, start := range starts {
		path := filepath.Join(dir, name)
		if err := New(Options{}).Save(sample("a", "b", "c"), path); err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		if data, _ := os.ReadFile(path); !bytes.HasPrefix(data, []byte(start)) {
			t.Errorf("%s starts with %.20q", name, data)
		}
	}
	refused := []struct {
		value any
		path  string
		want  string
	}{
		{sample("a", "b", "c"), "fig.gif", "end it in .png, .svg"},
		{sample("a", "b", "c"), "fig", "no ending"},
		{42, "x.png", "save it as .txt"},
		{42, "x.json", "save a report"},
		{42, filepath.Join("missing", "x.txt"), "folder"},
	}
	for _, tt := range refused {
		err := New(Options{}).Save(tt.value, filepath.Join(dir, tt.path))
		if err == nil || !strings.Contains(err.Error(), tt.want) {
			t.Errorf("%s: error is %v, want %q in it", tt.path, err, tt.want)
		}
	}
}

// angry is a value whose way to show itself fails.
type angry struct{}

func (angry) HTML() string { panic("no") }

// TestCostsAddUp sums the seconds of the table, of what the pipeline names, of
// what it does not, and of the time between.
func TestCostsAddUp(t *testing.T) {
	r := sample("a", "b")
	r.Added = []engine.StepReport{{Name: "trustworthiness", Cost: engine.Cost{Seconds: 0.25}}}
	var sum float64
	costs := costTable(r)
	for _, row := range costs.Rows {
		s, err := strconv.ParseFloat(row[1], 64)
		if err != nil {
			t.Fatal(err)
		}
		sum += s
	}
	if len(costs.Rows) != len(r.Steps)+2 || math.Abs(sum-r.Seconds) > 0.002 {
		t.Errorf("%v add up to %v s of %v s", costs.Rows, sum, r.Seconds)
	}
}
