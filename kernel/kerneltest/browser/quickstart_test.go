package browser

import (
	"context"
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

// TestQuickstartInABrowser opens the first notebook in Jupyter Notebook as a
// user does, runs all cells, and looks at the page.
func TestQuickstartInABrowser(t *testing.T) {
	browser := Find(t)
	server := StartServer(t)
	ctx := Start(t, browser)
	text, err := os.ReadFile(quickstart)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(server.Folder, filepath.Base(quickstart)), text, 0o644); err != nil {
		t.Fatal(err)
	}

	err = chromedp.Do(ctx,
		chromedp.EmulateViewport(1280, 1000),
		chromedp.Navigate(server.Address(filepath.Base(quickstart))),
		until(`window.Jupyter && Jupyter.notebook && Jupyter.notebook.kernel && Jupyter.notebook.kernel.is_connected()`),
		chromedp.Evaluate[chromedp.Void](`Jupyter.notebook.clear_all_output(); Jupyter.notebook.execute_all_cells()`),
		until(`Jupyter.notebook.get_cells().every(c => c.cell_type != "code" || !c.get_text().trim() || typeof c.input_prompt_number == "number")`),
		chromedp.Sleep(time.Second), // for scripts in outputs to draw
	)
	if err != nil {
		t.Fatalf("in the browser: %v", err)
	}
	seen, err := chromedp.Run(ctx, chromedp.Evaluate[contents](look))
	if err != nil {
		t.Fatalf("looking at the page: %v", err)
	}
	picture := photograph(t, ctx)
	shot := filepath.Join(program.Artefacts(t), "quickstart.png")
	if err := os.WriteFile(shot, picture, 0o644); err != nil {
		t.Fatal(err)
	}
	t.Logf("screenshot in %s; on the page %+v", shot, seen)

	want := promised(t)
	if seen.Errors > 0 {
		t.Errorf("%d cells failed", seen.Errors)
	}
	if seen.Figures < want.Figures {
		t.Errorf("%d figures are visible, the notebook has %d", seen.Figures, want.Figures)
	}
	if seen.Rows < want.Rows {
		t.Errorf("%d table rows are visible, the notebook has %d", seen.Rows, want.Rows)
	}
	if seen.Broken > 0 {
		t.Errorf("%d pictures did not load", seen.Broken)
	}
}

// Contents is what can be seen of the outputs.
type contents struct {
	Figures int // pictures and canvases of a size
	Rows    int // of tables, with something in them
	Broken  int // pictures without a picture
	Errors  int // cells that show an error
}

// look counts what is visible in the outputs.
const look = `(() => {
	const all = s => Array.from(document.querySelectorAll(".output " + s));
	const big = e => { const r = e.getBoundingClientRect(); return r.width > 40 && r.height > 40; };
	const images = all("img");
	return {
		Figures: images.filter(e => big(e) && e.naturalWidth > 0).length + all("canvas").filter(big).length,
		Rows: all("table tr").filter(e => e.getBoundingClientRect().height > 0 && e.textContent.trim()).length,
		Broken: images.filter(e => e.complete && e.naturalWidth == 0).length,
		Errors: all(".output_error").length,
	};
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
			if o.Data["image/png"] != nil {
				p.Figures++
			}
			p.Rows += strings.Count(html, "<tr")
		}
	}
	if p.Figures == 0 || p.Rows == 0 {
		t.Fatalf("the committed notebook has %d figures and %d table rows", p.Figures, p.Rows)
	}
	return p
}

// until waits for a JavaScript condition.
func until(condition string) chromedp.Action[chromedp.Void] {
	return chromedp.Poll[chromedp.Void](condition, chromedp.WithPollingInterval(100*time.Millisecond), chromedp.WithPollingTimeout(3*time.Minute))
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
