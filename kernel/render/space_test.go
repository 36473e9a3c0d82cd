package render

import (
	"fmt"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"unfold/engine/figure"
)

// TestSpaceInBrowser turns a figure in space by the keys, asks a point where it is, and
// goes back to the picture.
func TestSpaceInBrowser(t *testing.T) {
	fig := scatter("a", "b")
	p := fig.Layers[0].(figure.Points)
	for i := range p.X {
		p.Z = append(p.Z, float64(i%7))
	}
	fig.Z, fig.Layers = figure.Axis{Label: "coordinate 3"}, []figure.Layer{p}
	data, _ := New(Options{}).Render(fig)
	catch := `<script>window.faults = []; window.onerror = m => window.faults.push(m)</script>`
	ctx := browser(t, Page("space", catch+data[mimeHTML].(string)))
	canvases(t, ctx, 1)
	pixels := func() string { return ask[string](t, ctx, `document.querySelector("canvas").toDataURL()`) }
	press := func(keys string) {
		t.Helper()
		ask[bool](t, ctx, `document.querySelector("canvas").focus() || true`)
		if err := chromedp.Do(ctx, chromedp.KeyEvent(keys)); err != nil {
			t.Fatal(err)
		}
	}
	untouched := pixels()
	press(kb.ArrowLeft)
	left := pixels()
	press(kb.ArrowUp)
	if up := pixels(); left == untouched || up == left {
		t.Error("turning draws nothing")
	}
	press("0")
	if pixels() != untouched {
		t.Error("resetting does not show the picture again")
	}
	press("n")
	want := fmt.Sprintf("%s 0", "coordinate 3")
	if said := ask[string](t, ctx, `document.querySelector(".uf-say").textContent`); !strings.HasSuffix(said, want) {
		t.Errorf("a point says %q, want its end to be %q", said, want)
	}
	if faults := ask[string](t, ctx, `window.faults.join("; ")`); faults != "" {
		t.Errorf("the script fails: %s", faults)
	}
}
