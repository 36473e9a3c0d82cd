package render

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"unfold/engine/figure"
)

// TestSelectInBrowser selects rows in one of two figures of an output, by the keys and
// by the mouse: the rows are listed, and the other figure shows the same ones.
func TestSelectInBrowser(t *testing.T) {
	first, second := scatter("a", "b"), scatter("a", "b")
	p := second.Layers[0].(figure.Points)
	p.X, p.Y = p.Y, p.X
	second.Layers = []figure.Layer{p}
	first.Layers = first.Layers[:1]
	data, _ := New(Options{}).Render([]*figure.Figure{first, second})
	catch := `<script>window.faults = []; window.onerror = m => window.faults.push(m)</script>`
	ctx := browser(t, Page("figures", catch+data[mimeHTML].(string)))
	canvases(t, ctx, 2)
	pixels := func(i int) string {
		return ask[string](t, ctx, fmt.Sprintf(`document.querySelectorAll("canvas")[%d].toDataURL()`, i))
	}
	listed := func() string {
		return ask[string](t, ctx, `(e => e && !e.hidden ? e.firstChild.textContent : "")(document.querySelector(".uf-rows"))`)
	}
	press := func(keys string) {
		t.Helper()
		ask[bool](t, ctx, `document.querySelector("canvas").focus() || true`)
		if err := chromedp.Do(ctx, chromedp.KeyEvent(keys)); err != nil {
			t.Fatal(err)
		}
	}
	untouched := pixels(1)

	press("ns")
	if got := listed(); got != fmt.Sprintf("1 row selected: %d", p.Rows[0]) {
		t.Errorf("by the keys: %q", got)
	}
	if pixels(1) == untouched {
		t.Error("the other figure shows nothing of it")
	}
	press("a")
	if got, want := listed(), fmt.Sprintf("%d rows selected: ", len(p.Rows)); !strings.HasPrefix(got, want) {
		t.Errorf("all: %q, want %q", got, want)
	}
	press(kb.Escape + "0")
	if got := listed(); got != "" || pixels(1) != untouched {
		t.Errorf("none: %q", got)
	}

	for _, way := range []string{"lasso", "box"} {
		selectAll(t, ctx, way)
		if got, want := listed(), fmt.Sprintf("%d rows selected: ", len(p.Rows)); !strings.HasPrefix(got, want) {
			t.Errorf("by a %s: %q, want %q", way, got, want)
		}
		press(kb.Escape)
	}
	if faults := ask[string](t, ctx, `window.faults.join("; ")`); faults != "" {
		t.Errorf("the script fails: %s", faults)
	}
}

// selectAll turns to the next way of selecting, and draws around everything: along the
// edges by a lasso, from corner to corner by a box.
func selectAll(t *testing.T, ctx context.Context, way string) {
	t.Helper()
	const tool = `document.querySelector(".uf-tools button")`
	ask[bool](t, ctx, tool+".click() || true")
	if got := ask[string](t, ctx, tool+".textContent"); got != way {
		t.Errorf("the tool says %q, want %q", got, way)
	}
	corner := ask[[]float64](t, ctx, `(r => [r.left, r.top, r.right, r.bottom])(document.querySelector("canvas").getBoundingClientRect())`)
	path := [][2]float64{{corner[0] + 2, corner[1] + 2}, {corner[2] - 2, corner[1] + 2}, {corner[2] - 2, corner[3] - 2}, {corner[0] + 2, corner[3] - 2}}
	if way == "box" {
		path = [][2]float64{path[0], path[2]}
	}
	last := path[len(path)-1]
	actions := []chromedp.Action[chromedp.Void]{chromedp.MouseEvent("mousePressed", path[0][0], path[0][1], chromedp.ButtonLeft)}
	for _, at := range path[1:] {
		actions = append(actions, chromedp.MouseEvent("mouseMoved", at[0], at[1], chromedp.ButtonLeft))
	}
	actions = append(actions, chromedp.MouseEvent("mouseReleased", last[0], last[1], chromedp.ButtonLeft))
	if err := chromedp.Do(ctx, actions...); err != nil {
		t.Fatal(err)
	}
}
