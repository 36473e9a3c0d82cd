package render

import (
	"fmt"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"unfold/engine/figure"
)

// TestRowsAreFull divides figures, a tree or small multiples among them.
func TestRowsAreFull(t *testing.T) {
	wide := &figure.Figure{Parts: []*figure.Figure{{}}}
	plain := func(n int) (all []*figure.Figure) {
		for range n {
			all = append(all, &figure.Figure{})
		}
		return all
	}
	for want, figures := range map[string][]*figure.Figure{
		"[]": nil, "[1]": plain(1), "[2]": plain(2), "[3]": plain(3), "[2 2]": plain(4), "[3 2]": plain(5), "[3 2 2]": plain(7), "[3 3 2]": plain(8),
		"[2 1 1]": append(append(plain(2), wide), plain(1)...), "[1 1]": {wide, wide},
	} {
		sizes := []int{}
		for row := range rowsOf(figures) {
			sizes = append(sizes, len(row))
		}
		if got := fmt.Sprint(sizes); got != want {
			t.Errorf("%d figures stand in rows of %s, want %s", len(figures), got, want)
		}
	}
}

// TestReportFitsAScreen shows a report with four figures on a page of 1000 by 700 pixels:
// all of it can be seen, the first figure is the largest and the scores stand beside it, no
// interval is broken over lines, and what ran is folded.
func TestReportFitsAScreen(t *testing.T) {
	report := sample("a", "b", "c")
	report.Figures = append(report.Figures, confusion("a", "b", "c"), marks())
	data, _ := New(Options{}).Render(report)
	ctx := browser(t, Page("report", data[mimeHTML].(string)))
	if err := chromedp.Do(ctx, chromedp.EmulateViewport(1000, 700)); err != nil {
		t.Fatal(err)
	}
	canvases(t, ctx, 4)
	if end := ask[float64](t, ctx, `document.querySelector(".uf").getBoundingClientRect().bottom`); end > 700 {
		t.Errorf("the report ends at %.0f pixels", end)
	}
	widths := ask[[]float64](t, ctx, `[...document.images].map(i => i.getBoundingClientRect().width)`)
	for _, w := range widths[1:] {
		if w > 0.6*widths[0] {
			t.Errorf("figures are %.0f pixels wide", widths)
		}
	}
	for name, broken := range map[string]string{
		"the scores do not stand beside the first figure": `(t => t.left < document.images[0].getBoundingClientRect().right)(document.querySelector("table").getBoundingClientRect())`,
		"an interval is broken":                           `[...document.querySelectorAll(".uf-side td, .uf-side tbody th")].some(c => c.getBoundingClientRect().height > 24)`,
		"the page is wider than the window":               `document.documentElement.scrollWidth > 1000`,
		"what ran is open":                                `document.querySelector("details").open`,
		"a figure stands alone in its row":                `[...document.querySelectorAll(".uf-row")].some(r => r.children.length == 1)`,
	} {
		if ask[bool](t, ctx, broken) {
			t.Error(name)
		}
	}
}

// TestTipStandsApart: what is said of a mark covers none within 30 pixels of it, and goes
// with a zoom.
func TestTipStandsApart(t *testing.T) {
	data, _ := New(Options{}).Render(scatter("a", "b"))
	ctx := browser(t, Page("figure", data[mimeHTML].(string)))
	canvases(t, ctx, 1)
	press := func(keys string) {
		t.Helper()
		ask[bool](t, ctx, `document.querySelector("canvas").focus() || true`)
		if err := chromedp.Do(ctx, chromedp.KeyEvent(keys)); err != nil {
			t.Fatal(err)
		}
	}
	const free = `(() => {
		const canvas = document.querySelector("canvas"), tip = document.querySelector(".uf-tip").getBoundingClientRect(), at = canvas.getBoundingClientRect();
		const pen = canvas.getContext("2d"), dots = pen.getImageData(0, 0, canvas.width, canvas.height).data, by = at.width / canvas.width;
		for (let y = 0, k = 3; y < canvas.height; y++) for (let x = 0; x < canvas.width; x++, k += 4)
			if (dots[k] && x * by + at.left > tip.left - 20 && x * by + at.left < tip.right + 20 && y * by + at.top > tip.top - 20 && y * by + at.top < tip.bottom + 20) return false;
		return tip.width > 0;
	})()`
	for i := range 12 {
		press(strings.Repeat("n", 5))
		if !ask[bool](t, ctx, free) {
			t.Errorf("step %d: the text lies over its mark", i)
		}
	}
	for _, keys := range []string{"+", "n" + kb.ArrowLeft, "n0"} {
		if press(keys); !ask[bool](t, ctx, `document.querySelector(".uf-tip").hidden`) {
			t.Errorf("after %q the text is still there", keys)
		}
	}
}
