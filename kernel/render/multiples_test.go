package render

import (
	"fmt"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"

	"unfold/engine/figure"
)

// TestMultiplesAreCarriedOnce shows small multiples: the page has their picture,
// what it says in words and the way to its numbers, and the bundle no second
// picture unless there is no page.
func TestMultiplesAreCarriedOnce(t *testing.T) {
	fig := &figure.Figure{Name: "panels", Title: "all recipes", Alt: "accuracy of 2 recipes", Caption: "side by side", Parts: []*figure.Figure{
		{Title: "near", Parts: []*figure.Figure{{Name: "curve", Layers: []figure.Layer{figure.Line{X: []float64{1, 2}, Y: []float64{0.5, 0.9}, Marked: true}}}, scatter("a", "b")}},
		{Title: "far", Parts: []*figure.Figure{scatter("a", "b")}},
	}}
	data, _ := New(Options{}).Render(fig)
	page, text := once.ReplaceAllString(data[mimeHTML].(string), ""), data[mimeText].(string)
	if strings.Count(page, `src="data:image/`) != 1 || strings.Count(page, `json" data-figure=`) != 2 || !strings.Contains(page, `alt="accuracy of 2 recipes"`) || !strings.Contains(page, "side by side") || !strings.Contains(page, "Table()") {
		t.Errorf("the page is\n%.600s", page)
	}
	if data[mimePNG] != nil {
		t.Error("the picture is carried twice")
	}
	if !strings.Contains(text, "accuracy of 2 recipes") || !strings.Contains(text, "near  ▁█") {
		t.Errorf("the text is\n%s", text)
	}
	if data, _ := New(Options{Static: true}).Render(fig); data[mimePNG] == nil || data[mimeHTML] != nil {
		t.Error("without a page there is no picture")
	}
}

// TestMultiplesInBrowser zooms into one part of small multiples, and selects a row in it
// that the other shows too.
func TestMultiplesInBrowser(t *testing.T) {
	fig := &figure.Figure{Name: "panels", Title: "two maps", Alt: "two maps", Parts: []*figure.Figure{scatter("a", "b"), scatter("a", "b")}}
	fig.Parts[0].Title, fig.Parts[1].Title = "near", "far"
	data, _ := New(Options{}).Render(fig)
	catch := `<script>window.faults = []; window.onerror = m => window.faults.push(m)</script>`
	ctx := browser(t, Page("multiples", catch+data[mimeHTML].(string)))
	canvases(t, ctx, 2)
	pixels := func(i int) string {
		return ask[string](t, ctx, fmt.Sprintf(`document.querySelectorAll("canvas")[%d].toDataURL()`, i))
	}
	before := [2]string{pixels(0), pixels(1)}
	ask[bool](t, ctx, `document.querySelector("canvas").focus() || true`)
	if err := chromedp.Do(ctx, chromedp.KeyEvent("+")); err != nil {
		t.Fatal(err)
	}
	if pixels(0) == before[0] || pixels(1) != before[1] {
		t.Error("zooming changes not one part alone")
	}
	if err := chromedp.Do(ctx, chromedp.KeyEvent("ns")); err != nil {
		t.Fatal(err)
	}
	if pixels(1) == before[1] {
		t.Error("the other part shows nothing of what is selected")
	}
	if got := ask[string](t, ctx, `document.querySelector(".uf-rows").firstChild.textContent`); got != "1 row selected: 0" {
		t.Errorf("the list says %q", got)
	}
	if label := ask[string](t, ctx, `document.querySelectorAll("canvas")[1].getAttribute("aria-label")`); !strings.HasPrefix(label, "far ") {
		t.Errorf("a part is called %q", label)
	}
	apart := ask[float64](t, ctx, `(() => { const p = document.querySelectorAll(".uf-part"), i = document.images[0].getBoundingClientRect(), a = p[0].getBoundingClientRect(), b = p[1].getBoundingClientRect(); return Math.max(Math.abs(a.right - b.left), a.left < i.left ? 99 : 0, b.bottom > i.bottom ? 99 : 0); })()`)
	if apart > 1 {
		t.Errorf("parts are %.1f pixels off", apart)
	}
	if faults := ask[string](t, ctx, `window.faults.join("; ")`); faults != "" {
		t.Errorf("the script fails: %s", faults)
	}
}
