package render

import (
	"context"
	"fmt"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
)

// browser opens a page in Chromium, or skips the test where there is none.
func browser(t *testing.T, page string) context.Context {
	t.Helper()
	var program string
	for _, name := range []string{"chromium", "chromium-browser", "google-chrome"} {
		if path, err := exec.LookPath(name); err == nil {
			program = path
			break
		}
	}
	if program == "" {
		t.Skip("no Chromium here")
	}
	path := filepath.Join(t.TempDir(), "page.html")
	if err := os.WriteFile(path, []byte(page), 0o666); err != nil {
		t.Fatal(err)
	}
	options := append(chromedp.DefaultExecAllocatorOptions[:],
		chromedp.ExecPath(program), chromedp.NoSandbox, chromedp.DisableGPU,
		chromedp.Flag("disable-quic", true), chromedp.Flag("disable-component-update", true), chromedp.WindowSize(1000, 1000))
	ctx, cancel := chromedp.NewExecAllocator(context.Background(), options...)
	t.Cleanup(cancel)
	ctx, cancel = chromedp.NewContext(ctx)
	t.Cleanup(cancel)
	if err := chromedp.Do(ctx); err != nil { // the browser lives as long as this context
		t.Fatal(err)
	}
	ctx, cancel = context.WithTimeout(ctx, 40*time.Second)
	t.Cleanup(cancel)
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

// TestFigureInBrowser uses a figure as a reader does who has no mouse.
func TestFigureInBrowser(t *testing.T) {
	data, _ := New(Options{}).Render(sample("a", "b", "c"))
	// A second copy of the output must not upgrade the first once more.
	ctx := browser(t, Page("figure", data[mimeHTML].(string), data[mimeHTML].(string)))
	press := func(figure int, keys string) {
		t.Helper()
		ask[bool](t, ctx, fmt.Sprintf("document.querySelectorAll('canvas')[%d].focus() || true", figure))
		if err := chromedp.Do(ctx, chromedp.KeyEvent(keys)); err != nil {
			t.Fatal(err)
		}
	}
	const pixels = `document.querySelector("canvas").toDataURL()`
	said := func(figure int) string {
		return ask[string](t, ctx, fmt.Sprintf("document.querySelectorAll('.uf-say')[%d].textContent", figure))
	}

	if n := ask[int](t, ctx, `document.querySelectorAll("canvas").length`); n != 4 {
		t.Errorf("%d canvases, want 4", n)
	}
	if n := ask[int](t, ctx, `[...document.images].filter(i => i.naturalWidth > 0).length`); n != 4 {
		t.Errorf("%d pictures, want 4", n)
	}
	untouched := ask[string](t, ctx, pixels)
	press(0, "+"+kb.ArrowLeft)
	if ask[string](t, ctx, pixels) == untouched {
		t.Error("zooming draws nothing")
	}
	press(0, "0")
	if ask[string](t, ctx, pixels) != untouched {
		t.Error("resetting does not show the picture again")
	}
	press(0, "nn")
	if got := said(0); !strings.HasPrefix(got, "row 1, training\nb\ncoordinate 1 ") {
		t.Errorf("the second mark says %q", got)
	}
	press(1, kb.ArrowRight+kb.ArrowDown)
	if got := said(1); got != "truth b\npredicted a\n0" {
		t.Errorf("the cell below the first says %q", got)
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
			if again, _ := r.Render(report); again[mimePNG] != first[mimePNG] || again[mimeHTML] != first[mimeHTML] {
				t.Error("a render at the same time as another differs")
			}
		})
	}
	all.Wait()
}
