package render

import (
	"context"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"math"
	"net/url"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"unfold/engine/figure"
	pages "unfold/kernel/kerneltest/browser"
	"unfold/kernel/render/chart"
)

// browser opens a page in Chromium, or skips the test where there is none.
func browser(t *testing.T, page string) context.Context {
	t.Helper()
	program := pages.Find(t)
	path := filepath.Join(t.TempDir(), "page.html")
	if err := os.WriteFile(path, []byte(page), 0o666); err != nil {
		t.Fatal(err)
	}
	ctx := pages.Start(t, program, chromedp.WindowSize(1000, 1000))
	if err := chromedp.Do(ctx, chromedp.Navigate((&url.URL{Scheme: "file", Path: path}).String())); err != nil {
		t.Fatal(err)
	}
	return ctx
}

// ask returns what an expression is on the page.
func ask[T any](t *testing.T, ctx context.Context, expression string) T {
	t.Helper()
	v, err := chromedp.Run(ctx, chromedp.Evaluate[T](expression))
	if err != nil {
		t.Fatal(err)
	}
	return v
}

// once matches the script that a page needs only one of.
var once = regexp.MustCompile(`(?s)<script data-once.*?</script>`)

// canvases waits until so many figures of the page are upgraded.
func canvases(t *testing.T, ctx context.Context, want int) {
	t.Helper()
	all := fmt.Sprintf(`document.querySelectorAll("canvas").length == %d`, want)
	if err := chromedp.Do(ctx, chromedp.Poll[chromedp.Void](all, chromedp.WithPollingInterval(20*time.Millisecond), chromedp.WithPollingTimeout(10*time.Second))); err != nil {
		t.Fatalf("%d canvases, want %d: %v", ask[int](t, ctx, `document.querySelectorAll("canvas").length`), want, err)
	}
}

// TestFigureInBrowser uses figures as a reader does who has no mouse: one whose
// output brings the script, one whose output does without, and one that comes
// later. Then it does the same on the page as a browser saves it.
func TestFigureInBrowser(t *testing.T) {
	data, _ := New(Options{}).Render(sample("a", "b", "c"))
	first := data[mimeHTML].(string)
	rest := once.ReplaceAllString(first, "")
	if rest == first {
		t.Fatal("the output brings no script")
	}
	ctx := browser(t, Page("figure", rest, first, first))
	canvases(t, ctx, 6)
	ask[bool](t, ctx, fmt.Sprintf("document.body.insertAdjacentHTML('beforeend', %q) || true", rest))
	useFigures(t, ctx)
	useFigures(t, browser(t, ask[string](t, ctx, "document.documentElement.outerHTML")))
}

// useFigures works with the keys on a page of four outputs with two figures each.
func useFigures(t *testing.T, ctx context.Context) {
	t.Helper()
	canvases(t, ctx, 8)
	press := func(figure int, keys string) {
		t.Helper()
		ask[bool](t, ctx, fmt.Sprintf("document.querySelectorAll('canvas')[%d].focus() || true", figure))
		if err := chromedp.Do(ctx, chromedp.KeyEvent(keys)); err != nil {
			t.Fatal(err)
		}
	}
	said := func(figure int) string {
		return ask[string](t, ctx, fmt.Sprintf("document.querySelectorAll('.uf-say')[%d].textContent", figure))
	}
	if n := ask[int](t, ctx, `[...document.images].filter(i => i.naturalWidth > 0).length`); n != 8 {
		t.Errorf("%d pictures, want 8", n)
	}
	for output := range 4 {
		scatter, grid := 2*output, 2*output+1
		pixels := fmt.Sprintf(`document.querySelectorAll("canvas")[%d].toDataURL()`, scatter)
		untouched := ask[string](t, ctx, pixels)
		press(scatter, "+"+kb.ArrowLeft)
		if ask[string](t, ctx, pixels) == untouched {
			t.Error("zooming draws nothing")
		}
		press(scatter, "0")
		if ask[string](t, ctx, pixels) != untouched {
			t.Error("resetting does not show the picture again")
		}
		press(scatter, "nn")
		if got := said(scatter); !strings.HasPrefix(got, "row 1 of wine, training\nb\ncoordinate 1 ") {
			t.Errorf("the second mark says %q", got)
		}
		press(grid, kb.ArrowRight+kb.ArrowDown)
		if got := said(grid); got != "truth b\npredicted a\n0" {
			t.Errorf("the cell below the first says %q", got)
		}
		press(scatter, "0")
	}
}

// TestHoverInBrowser moves the mouse to a mark.
func TestHoverInBrowser(t *testing.T) {
	fig := scatter("a", "b")
	p := fig.Layers[0].(figure.Points)
	data, _ := New(Options{}).Render(fig)
	ctx := browser(t, Page("figure", data[mimeHTML].(string)))
	canvases(t, ctx, 1)
	var live struct {
		Box  [4]float64
		X, Y struct{ Lo, Hi float64 }
	}
	if err := json.Unmarshal([]byte(ask[string](t, ctx, `document.querySelector("script[data-figure]").textContent`)), &live); err != nil {
		t.Fatal(err)
	}
	box := ask[[]float64](t, ctx, `(r => [r.left, r.top, r.width / 600])(document.querySelector("canvas").getBoundingClientRect())`)
	at := func(v, lo, hi, from, to float64) float64 { return (from + (v-lo)/(hi-lo)*(to-from)) * box[2] }
	x := box[0] + at(p.X[0], live.X.Lo, live.X.Hi, live.Box[0], live.Box[2])
	y := box[1] + at(p.Y[0], live.Y.Lo, live.Y.Hi, live.Box[3], live.Box[1])
	if err := chromedp.Do(ctx, chromedp.MouseEvent("mouseMoved", x, y)); err != nil {
		t.Fatal(err)
	}
	if tip := ask[string](t, ctx, `(e => e.hidden ? "" : e.textContent)(document.querySelector(".uf-tip"))`); !strings.HasPrefix(tip, "row ") {
		t.Errorf("over a mark the figure says %q", tip)
	}
}

// TestImagesInBrowser steps to a point with a picture and to one without, and zooms.
func TestImagesInBrowser(t *testing.T) {
	fig := scatter("a", "b")
	p := fig.Layers[0].(figure.Points)
	p.Images = make([]int, len(p.X))
	for i := range p.Images {
		p.Images[i] = i%2 - 1 // the second has one
	}
	white := figure.Images{Width: 4, Height: 2, Pixels: [][]uint8{{255, 255, 255, 255, 255, 255, 255, 255}}}
	fig.Layers = []figure.Layer{p, fig.Layers[1], white}
	data, _ := New(Options{}).Render(fig)
	ctx := browser(t, Page("pictures", data[mimeHTML].(string)))
	canvases(t, ctx, 1)
	press := func(keys string) {
		ask[bool](t, ctx, `document.querySelector('canvas').focus() || true`)
		if err := chromedp.Do(ctx, chromedp.KeyEvent(keys)); err != nil {
			t.Fatal(err)
		}
	}
	const thumb = `(c => c ? [c.width, c.height, ...c.getContext("2d").getImageData(c.width / 2, c.height / 2, 1, 1).data] : [])(document.querySelector(".uf-tip canvas"))`
	press("n")
	if got := ask[[]int](t, ctx, thumb); len(got) != 0 {
		t.Errorf("a point without a picture has one: %v", got)
	}
	press("n")
	if got := ask[[]int](t, ctx, thumb); !slices.Equal(got, []int{72, 36, 255, 255, 255, 255}) {
		t.Errorf("the picture of the second point is %v", got)
	}
	press("0+")
	frames := ask[int](t, ctx, `(c => { var d = c.getContext("2d").getImageData(0, 0, c.width, c.height).data, n = 0; for (var i = 0; i < d.length; i += 4) if (d[i] < 60 && d[i + 1] > 60 && d[i + 2] > 120) n++; return n; })(document.querySelector("canvas"))`)
	if frames < 500 {
		t.Errorf("%d dots of the zoomed figure have the colour of frames", frames)
	}
}

// TestEdgesInBrowser zooms into a graph whose edges the page tells by their
// points, and into one where an edge of no length keeps it from that.
func TestEdgesInBrowser(t *testing.T) {
	fig := scatter("a", "b")
	p := fig.Layers[0].(figure.Points)
	edges := figure.Segments{X0: p.X[:100], Y0: p.Y[:100], X1: p.X[20:], Y1: p.Y[20:]}
	var parts []string
	for _, x := range []float64{p.X[0], 0.5} {
		l := figure.Segments{
			X0: append(edges.X0[:100:100], x), Y0: append(edges.Y0[:100:100], p.Y[0]),
			X1: append(edges.X1[:100:100], x), Y1: append(edges.Y1[:100:100], p.Y[0]),
		}
		with := *fig
		with.Layers = append([]figure.Layer{l}, fig.Layers...)
		data, _ := New(Options{}).Render(&with)
		parts = append(parts, data[mimeHTML].(string))
	}
	if strings.Contains(parts[0], `"X1":`) || !strings.Contains(parts[1], `"X1":`) {
		t.Error("edges are not told by their points, or others are")
	}
	ctx := browser(t, Page("graphs", parts...))
	canvases(t, ctx, 2)
	var zoomed [2]string
	for i := range zoomed {
		ask[bool](t, ctx, fmt.Sprintf("document.querySelectorAll('canvas')[%d].focus() || true", i))
		if err := chromedp.Do(ctx, chromedp.KeyEvent("+")); err != nil {
			t.Fatal(err)
		}
		zoomed[i] = ask[string](t, ctx, fmt.Sprintf(`document.querySelectorAll("canvas")[%d].toDataURL()`, i))
	}
	if zoomed[0] != zoomed[1] {
		t.Error("the same edges look different")
	}
}

// TestVectorsShowWhatDotsShow compares the picture that a page carries with the
// PNG file of the same figure, dot by dot, as a browser draws them.
func TestVectorsShowWhatDotsShow(t *testing.T) {
	for name, fig := range map[string]*figure.Figure{"scatter": scatter("a", "b", "c"), "grid": confusion("a", "b", "c"), "marks": marks()} {
		t.Run(name, func(t *testing.T) {
			sheet := chart.Sheet{Figures: []*figure.Figure{fig}}
			vector, mime, err := chart.Inline(sheet)
			if err != nil || mime != "image/svg+xml" {
				t.Fatal(mime, err)
			}
			dots, err := chart.PNG(sheet)
			if err != nil {
				t.Fatal(err)
			}
			url := func(mime string, data []byte) string {
				return "data:" + mime + ";base64," + base64.StdEncoding.EncodeToString(data)
			}
			ctx := browser(t, Page("pictures", fmt.Sprintf(`<img src="%s"><img src="%s">`, url(mime, vector), url("image/png", dots))))
			away := ask[float64](t, ctx, `(() => {
				const [a, b] = [...document.images].map(i => {
					const c = document.createElement("canvas");
					c.width = 600; c.height = 440;
					const pen = c.getContext("2d");
					pen.drawImage(i, 0, 0, 600, 440);
					return pen.getImageData(0, 0, 600, 440).data;
				});
				let sum = 0, ink = 0;
				for (let i = 0; i < a.length; i++) { sum += Math.abs(a[i] - b[i]); ink += 255 - b[i]; }
				return sum / ink;
			})()`)
			if away > 0.15 {
				t.Errorf("%.0f %% of the ink is elsewhere", 100*away)
			}
			t.Logf("%.1f %%", 100*away)
		})
	}
}

// TestLargeFiguresStaySmall holds a figure of 5,000 marks to what a notebook may
// carry of each.
func TestLargeFiguresStaySmall(t *testing.T) {
	var p figure.Points
	for i := range 5000 {
		angle := float64(i)
		p.X, p.Y = append(p.X, math.Sqrt(angle)*math.Cos(angle)), append(p.Y, math.Sqrt(angle)*math.Sin(angle))
		p.Class, p.Rows = append(p.Class, i%3), append(p.Rows, i)
	}
	data, _ := New(Options{}).Render(&figure.Figure{Classes: []string{"a", "b", "c"}, Layers: []figure.Layer{p}})
	page := data[mimeHTML].(string)
	if n := len(page); n > 150_000 {
		t.Errorf("5,000 marks take %d bytes", n)
	}
	t.Logf("%d bytes, %d of them script", len(page), len(once.FindString(page)))
}

// TestScriptIsLight holds what all figures of a page share to 40 kB.
func TestScriptIsLight(t *testing.T) {
	if n := len(liveScript()) + len(styleSheet); n > 40_000 {
		t.Errorf("script and style have %d bytes", n)
	}
}

// TestMarksInBrowser zooms into every mark, and asks a bar what it is.
func TestMarksInBrowser(t *testing.T) {
	data, _ := New(Options{}).Render(marks())
	catch := `<script>window.faults = []; window.onerror = m => window.faults.push(m)</script>`
	ctx := browser(t, Page("marks", catch+data[mimeHTML].(string)))
	ask[bool](t, ctx, `document.querySelector("canvas").focus() || true`)
	colours := `(c => { const d = c.getContext("2d").getImageData(0, 0, c.width, c.height).data; const all = new Set(); for (let i = 0; i < d.length; i += 4) if (d[i+3]) all.add(d[i] + "," + d[i+1] + "," + d[i+2]); return all.size })(document.querySelector("canvas"))`
	if err := chromedp.Do(ctx, chromedp.KeyEvent("++")); err != nil {
		t.Fatal(err)
	}
	if n := ask[int](t, ctx, colours); n < 20 {
		t.Errorf("the zoomed figure has %d colours", n)
	}
	if err := chromedp.Do(ctx, chromedp.KeyEvent("nn")); err != nil {
		t.Fatal(err)
	}
	if got, want := ask[string](t, ctx, `document.querySelector(".uf-say").textContent`), "dealt anew\naccuracy 0.3 to 0.34\ndeals 4"; got != want {
		t.Errorf("the second bar says %q, want %q", got, want)
	}
	if faults := ask[string](t, ctx, `window.faults.join("; ")`); faults != "" {
		t.Errorf("the script fails: %s", faults)
	}
}

// TestConcurrentRenders shows values from several goroutines, as a kernel
// does.
func TestConcurrentRenders(t *testing.T) {
	r, report := New(Options{}), sample("a", "b", "c")
	first, _ := r.Render(report)
	var all sync.WaitGroup
	for range 3 {
		all.Go(func() {
			if again, _ := r.Render(report); again[mimeHTML] != first[mimeHTML] {
				t.Error("a render at the same time as another differs")
			}
		})
	}
	all.Wait()
}
