package compare

import (
	"bytes"
	"encoding/base64"
	"image"
	"image/png"
	"regexp"
	"strings"
	"testing"
	"unfold/kernel/notebook"
)

func TestTextsCompareAsNumbers(t *testing.T) {
	tolerance := Tolerance{Relative: 1e-3, Absolute: 1e-9, Masks: []*regexp.Regexp{regexp.MustCompile(`sha256 \w+`)}}
	for _, c := range []struct {
		want, got string
		same      bool
	}{
		{"accuracy 0.8200", "accuracy 0.8201", true},
		{"accuracy 0.82", "accuracy 0.83", true}, // the last decimal
		{"accuracy 0.82", "accuracy 0.84", false},
		{"accuracy 0.8200", "accuracy 0.8300", false},
		{"1500 rows", "1501 rows", true}, // within a thousandth
		{"150 rows", "151 rows", false},
		{"stress 1.25e-3", "stress 1.26e-3", true},
		{"stress 1.25e-3", "stress 1.45e-3", false},
		{"x = −0.5000", "x = -0.5000", true},
		{"gap 1e-17", "gap -3e-16", true},
		{"a  b\n\n c", "a b c", true},
		{"isomap", "isomop", false},
		{"one two", "one two three", false},
		{"isomap 12 ms 3.1 MB", "isomap 1.4 s 812 kB", true},
		{"isomap 12 ms", "isomap 12 rows", false},
		{"│ 0.91 ███▏ │", "│  0.91 ██▊  │", true},
		{"sha256 abc", "sha256 123", true},
		{"recipe  seconds  gain\nα          0.24   0.5", "recipe  seconds  gain\nα          11.05   0.5", false}, // not flush
		{"recipe  seconds  gain\nα          0.24   0.5", "recipe  seconds  gain\nα          4.05   0.5", true},
		{"recipe  seconds  gain\nα          0.24   0.5", "recipe  seconds  gain\nα          0.24   0.7", false},
		{"stage  seconds  MB allocated\nload     0.010           1.0", "stage  seconds  MB allocated\nload     1.250          77.0", true},
		{"stage  seconds\n± load   0.010", "stage  seconds\n± load   0.250", true},
		{"stage  seconds\nload     0.010\n\n         0.5", "stage  seconds\nload     0.010\n\n         0.7", false},
	} {
		got := tolerance.texts("text", c.want, c.got)
		if (len(got) == 0) != c.same {
			t.Errorf("%q and %q: %v", c.want, c.got, got)
		}
	}
}

// TestEveryDigitCountsWithoutTolerance sees a difference in the last digit,
// wherever the number stands, and what a run took is masked as ever.
func TestEveryDigitCountsWithoutTolerance(t *testing.T) {
	exact := Tolerance{Pixels: 0.1}
	for _, c := range []struct {
		mime      string
		want, got any
		same      bool
	}{
		{"text/plain", "accuracy 0.7000", "accuracy 0.7001", false},
		{"text/plain", "accuracy 0.7000 in 12 ms", "accuracy 0.7000 in 3.4 s", true},
		{"text/plain", "stress 1.25e-3", "stress 1.26e-3", false},
		{"text/plain", "gap 1e-17", "gap 2e-17", false},
		{"text/plain", "x = −0.5000", "x = -0.5000", true},
		{"text/plain", "1500 rows", "1501 rows", false},
		{"text/html", "<table><tr><td>0.82</td></tr></table>", "<table><tr><td>0.83</td></tr></table>", false},
		{"text/html", "<table><tr><td>0.82</td></tr></table>", "<table class=x><tr><td>0.82</td></tr></table>", true},
		{"application/json", map[string]any{"mean": 0.25}, map[string]any{"mean": 0.25000000000000006}, false},
		{"application/json", map[string]any{"mean": 0.25}, map[string]any{"mean": 0.25}, true},
	} {
		if got := exact.data(c.mime, c.want, c.got); (len(got) == 0) != c.same {
			t.Errorf("%v and %v: %v", c.want, c.got, got)
		}
	}
}

func TestPicturesCompareBySize(t *testing.T) {
	draw := func(w, h int) string {
		var b bytes.Buffer
		if err := png.Encode(&b, image.NewGray(image.Rect(0, 0, w, h))); err != nil {
			t.Fatal(err)
		}
		return base64.StdEncoding.EncodeToString(b.Bytes())
	}
	if got := Rounded.data("image/png", draw(400, 300), draw(410, 300)); got != nil {
		t.Errorf("near sizes differ: %v", got)
	}
	if got := Rounded.data("image/png", draw(400, 300), draw(600, 300)); len(got) != 1 || got[0].Got != "600 by 300 pixels" {
		t.Errorf("far sizes: %v", got)
	}
	if got := Rounded.data("image/png", draw(400, 300), "AQID"); len(got) != 1 {
		t.Errorf("no picture: %v", got)
	}
}

func TestHTMLComparesByWhatIsSeen(t *testing.T) {
	const want = `<style>a{}</style><div id="f1"><img src="data:image/png;base64,AAAA"><script>draw(0.1)</script>
		<table><tr><th>score</th><th>value</th><th class="n">seconds</th></tr>
		<tr><td>accuracy</td><td>0.820</td><td>0.25</td></tr></table> a &lt; b</div>`
	for got, same := range map[string]bool{
		strings.ReplaceAll(want, "f1", "f2"):               true,
		strings.ReplaceAll(want, "AAAA", "BBBB"):           false, // neither can be read, and they differ
		strings.ReplaceAll(want, "draw(0.1)", "draw(0.7)"): true,
		strings.ReplaceAll(want, "0.820", "0.821"):         true,
		strings.ReplaceAll(want, "0.820", "0.920"):         false,
		strings.ReplaceAll(want, "&lt;", "&gt;"):           false,
		strings.ReplaceAll(want, "<img", "<hr"):            false,
		strings.ReplaceAll(want, "0.25", "7.25"):           true,
	} {
		if diff := Rounded.data("text/html", want, got); (len(diff) == 0) != same {
			t.Errorf("%s: %v", got, diff)
		}
	}
}

// TestPicturesOfPagesCompare changes one thing at a time of a drawing inside a page.
func TestPicturesOfPagesCompare(t *testing.T) {
	const drawing = `<svg xmlns="http://www.w3.org/2000/svg" width="600" height="440"><path stroke-width="9" d="M0 0h1"/><text>0.5</text></svg>`
	page := func(mime, drawing string) string {
		return `<p><img alt="a" src="data:` + mime + `;base64,` + base64.StdEncoding.EncodeToString([]byte(drawing)) + `"></p>`
	}
	want := page("image/svg+xml", drawing)
	for got, same := range map[string]bool{
		page("image/svg+xml", strings.Replace(drawing, "h1", "h2", 1)):     true, // where things stand depends on rounding
		page("image/svg+xml", strings.Replace(drawing, "600", "610", 1)):   true,
		page("image/svg+xml", strings.Replace(drawing, "600", "900", 1)):   false,
		page("image/svg+xml", strings.Replace(drawing, "440", "4400", 1)):  false,
		page("image/svg+xml", strings.Replace(drawing, ">0.5", ">0.6", 1)): false,
		page("image/svg+xml", ""):                                  false,
		page("image/png", drawing):                                 false,
		strings.Replace(want, "base64,", "base64,!", 1):            false,
		strings.Replace(want, ` src="data:`, ` src="elsewhere`, 1): false,
	} {
		if diff := (Tolerance{Pixels: 0.1}).data("text/html", want, got); (len(diff) == 0) != same {
			t.Errorf("%s: %v", got, diff)
		}
	}
}

func TestCompareNotebooks(t *testing.T) {
	base := func() *notebook.Notebook {
		n := notebook.FromCells("a", "b")
		n.Cells[0].Outputs = []notebook.Output{{Kind: notebook.Stream, Name: "stdout", Text: "score 0.50000"}}
		n.Cells[1].Outputs = []notebook.Output{{Kind: notebook.Result, Data: map[string]any{"text/plain": "x", "application/json": map[string]any{"v": 1.0}}}}
		return n
	}
	for name, c := range map[string]struct {
		change func(*notebook.Notebook)
		want   string // the beginning of the difference; empty for none
	}{
		"nothing":          {func(n *notebook.Notebook) {}, ""},
		"execution counts": {func(n *notebook.Notebook) { n.Cells[0].Count = 4 }, ""},
		"number":           {func(n *notebook.Notebook) { n.Cells[0].Outputs[0].Text = "score 0.60000" }, "cell 1 (" + base().Cells[0].ID + "), output 1: stdout"},
		"source":           {func(n *notebook.Notebook) { n.Cells[1].Source = "c" }, "cell 2 (" + base().Cells[1].ID + "): source"},
		"outputs":          {func(n *notebook.Notebook) { n.Cells[1].Outputs = nil }, "cell 2 (" + base().Cells[1].ID + "): outputs"},
		"JSON": {func(n *notebook.Notebook) { n.Cells[1].Outputs[0].Data["application/json"] = map[string]any{"v": 2.0} },
			"cell 2 (" + base().Cells[1].ID + "), output 1: application/json"},
		"cells": {func(n *notebook.Notebook) { n.Cells = n.Cells[:1] }, "cell 1 (): number of cells"},
	} {
		n := base()
		c.change(n)
		got := Compare(base(), n, Rounded)
		if c.want == "" && len(got) > 0 || c.want != "" && (len(got) != 1 || !strings.HasPrefix(got[0].String(), c.want)) {
			t.Errorf("%s: %v, want %s", name, got, c.want)
		}
	}
}
