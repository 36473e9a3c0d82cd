package browser

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/chromedp"

	"unfold/kernel/kerneltest/program"
	"unfold/kernel/notebook"
)

// quickstart is the notebook that a new user opens first.
const quickstart = "../../../notebooks/00-quickstart.ipynb"

func TestMain(m *testing.M) { program.Main(m) }

// ready waits until Jupyter Notebook has opened a notebook and started its kernel.
var ready = until(`window.Jupyter && Jupyter.notebook && Jupyter.notebook.kernel && Jupyter.notebook.kernel.is_connected()`)

// TestQuickstartInABrowser opens the first notebook in Jupyter Notebook and looks
// at the page: as somebody gets it who does not trust it yet, and so without its
// scripts; once it is trusted, when one script serves all outputs; after running
// all cells; and when what was saved then is opened again.
func TestQuickstartInABrowser(t *testing.T) {
	program.NeedTime(t)
	browser := Find(t)
	server := StartServer(t)
	ctx := Start(t, browser)
	text, err := os.ReadFile(quickstart)
	if err != nil {
		t.Fatal(err)
	}
	name := filepath.Base(quickstart)
	path := filepath.Join(server.Folder, name)
	if err := os.WriteFile(path, text, 0o644); err != nil {
		t.Fatal(err)
	}
	if err := chromedp.Do(ctx, chromedp.EmulateViewport(1280, 1000), chromedp.Navigate(server.Address(name)), ready); err != nil {
		t.Fatalf("in the browser: %v", err)
	}
	want := promised(t)
	untrusted := want
	untrusted.Live = 0
	compare(t, ctx, "untrusted", untrusted)

	program.Run(t, server.Env, program.Python, "-m", "nbformat.sign", path)
	for _, visit := range []struct {
		name string
		acts []chromedp.Action[chromedp.Void]
	}{
		{"trusted", []chromedp.Action[chromedp.Void]{chromedp.Reload()}},
		{"run", []chromedp.Action[chromedp.Void]{
			chromedp.Evaluate[chromedp.Void](note + `; Jupyter.notebook.clear_all_output(); Jupyter.notebook.execute_all_cells()`),
			until(`Jupyter.notebook.get_cells().every(c => c.cell_type != "code" || !c.get_text().trim() || Jupyter.notebook.kernel.done[c.last_msg_id])`), // its outputs too have come
			chromedp.Evaluate[chromedp.Void](`window.saved = false; Jupyter.notebook.save_notebook().then(() => window.saved = true); window.onbeforeunload = null`),
			until(`window.saved`),
		}},
		{"saved", []chromedp.Action[chromedp.Void]{chromedp.Reload()}},
	} {
		acts := append(visit.acts, ready, until(fmt.Sprintf(`document.querySelectorAll(".output canvas").length == %d`, want.Live)))
		if err := chromedp.Do(ctx, acts...); err != nil {
			compare(t, ctx, visit.name, want)
			t.Fatalf("%s: in the browser: %v", visit.name, err)
		}
		compare(t, ctx, visit.name, want)
	}
	picture := photograph(t, ctx)
	shot := filepath.Join(program.Artefacts(t), "quickstart.png")
	if err := os.WriteFile(shot, picture, 0o644); err != nil {
		t.Fatal(err)
	}
	t.Logf("screenshot in %s", shot)
}

// Contents is what can be seen of the outputs.
type contents struct {
	Pictures int // of a size
	Live     int // canvases over pictures, to zoom and to point at
	Rows     int // of tables, with something in them
	Broken   int // pictures without a picture
	Errors   int // cells that show an error
}

// compare looks at the page.
func compare(t *testing.T, ctx context.Context, what string, want contents) {
	t.Helper()
	seen, err := chromedp.Run(ctx, chromedp.Evaluate[contents](look))
	if err != nil {
		t.Fatalf("%s: looking at the page: %v", what, err)
	}
	if seen != want {
		t.Errorf("%s: on the page are %+v, want %+v", what, seen, want)
	}
}

// look counts what is visible in the outputs; what folds away is unfolded.
const look = `(() => {
	const all = s => Array.from(document.querySelectorAll(".output " + s));
	const big = e => { const r = e.getBoundingClientRect(); return r.width > 40 && r.height > 40; };
	const images = all("img");
	all("details").forEach(d => { d.open = true; });
	const seen = {
		Pictures: images.filter(e => big(e) && e.naturalWidth > 0).length,
		Live: all("canvas").filter(big).length,
		Rows: all("table tr").filter(e => e.getBoundingClientRect().height > 0 && e.textContent.trim()).length,
		Broken: images.filter(e => e.complete && e.naturalWidth == 0).length,
		Errors: all(".output_error").length,
	};
	all("details").forEach(d => { d.open = false; });
	return seen;
})()`

// promised counts the same in the committed notebook.
func promised(t *testing.T) (p contents) {
	t.Helper()
	n, err := notebook.ReadFile(quickstart)
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range n.Cells {
		for _, o := range c.Outputs {
			html, _ := o.Data["text/html"].(string)
			p.Pictures += strings.Count(html, "<img")
			p.Live += strings.Count(html, `json" data-figure=`)
			p.Rows += strings.Count(html, "<tr")
		}
	}
	if p.Pictures == 0 || p.Rows == 0 || p.Live == 0 {
		t.Fatalf("the committed notebook has %+v", p)
	}
	return p
}

// until waits for a JavaScript condition.
func until(condition string) chromedp.Action[chromedp.Void] {
	return chromedp.Poll[chromedp.Void](condition, chromedp.WithPollingInterval(100*time.Millisecond), chromedp.WithPollingTimeout(1*time.Minute))
}

// photograph takes a picture of the whole notebook, for which the window has to
// be as high as that: it scrolls in a box of its own.
func photograph(t *testing.T, ctx context.Context) []byte {
	t.Helper()
	height, err := chromedp.Run(ctx, chromedp.Evaluate[float64](`
		document.querySelector("#site").scrollTop = 0;
		document.querySelector("#notebook-container").offsetHeight + document.querySelector("#header").offsetHeight + 60`))
	if err != nil {
		t.Fatalf("measuring the page: %v", err)
	}
	if err := chromedp.Do(ctx, chromedp.EmulateViewport(1280, int64(height)), chromedp.Sleep(500*time.Millisecond)); err != nil {
		t.Fatalf("growing the window: %v", err)
	}
	picture, err := chromedp.Run(ctx, chromedp.CaptureScreenshot())
	if err != nil {
		t.Fatalf("taking a picture of the page: %v", err)
	}
	return picture
}
