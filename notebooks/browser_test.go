package notebooks

import (
	"context"
	"fmt"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/chromedp/chromedp"

	"unfold/kernel/notebook"
)

// TestQuickstartInABrowser opens the first notebook in Jupyter Notebook as a
// user does, runs all cells, and looks at the page.
func TestQuickstartInABrowser(t *testing.T) {
	browser := findBrowser(t)
	server := startNotebook(t)
	ctx := startBrowser(t, browser)
	text, err := os.ReadFile(quickstart)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(server.folder, quickstart), text, 0o644); err != nil {
		t.Fatal(err)
	}

	err = chromedp.Do(ctx,
		chromedp.EmulateViewport(1280, 1000),
		chromedp.Navigate(server.address(quickstart)),
		until(`window.Jupyter && Jupyter.notebook && Jupyter.notebook.kernel && Jupyter.notebook.kernel.is_connected()`),
		chromedp.Evaluate[chromedp.Void](`Jupyter.notebook.clear_all_output(); Jupyter.notebook.execute_all_cells()`),
		until(`Jupyter.notebook.get_cells().every(c => c.cell_type != "code" || !c.get_text().trim() || typeof c.input_prompt_number == "number")`),
		chromedp.Sleep(time.Second), // for scripts in outputs to draw
	)
	if err != nil {
		t.Fatalf("in the browser: %v", err)
	}
	seen, err := chromedp.Run(ctx, chromedp.Evaluate[page](look))
	if err != nil {
		t.Fatalf("looking at the page: %v", err)
	}
	picture := photograph(t, ctx)
	shot := filepath.Join(artefacts(t), "quickstart.png")
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

// A page is what can be seen of the outputs.
type page struct {
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
func promised(t *testing.T) (p page) {
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

func findBrowser(t *testing.T) string {
	t.Helper()
	for _, name := range []string{"chromium", "chromium-browser", "google-chrome"} {
		if path, err := exec.LookPath(name); err == nil {
			return path
		}
	}
	t.Skip("no Chromium on PATH; install/test installs it")
	return ""
}

// startBrowser starts a browser that speaks to nobody but the test. Without
// its sandbox, which it refuses to build for root, it opens our page only.
func startBrowser(t *testing.T, browser string) context.Context {
	t.Helper()
	options := []chromedp.ExecAllocatorOption{chromedp.ExecPath(browser), chromedp.UserDataDir(t.TempDir()), chromedp.NoFirstRun, chromedp.Headless}
	for _, flag := range []string{"no-sandbox", "disable-gpu", "disable-quic", "disable-background-networking", "disable-component-update", "disable-sync", "disable-dev-shm-usage"} {
		options = append(options, chromedp.Flag(flag, true))
	}
	ctx, cancel := context.WithTimeout(t.Context(), 4*time.Minute)
	t.Cleanup(cancel)
	ctx, cancel = chromedp.NewExecAllocator(ctx, options...)
	t.Cleanup(cancel)
	ctx, cancel = chromedp.NewContext(ctx)
	t.Cleanup(cancel)
	return ctx
}

// A server is Jupyter Notebook, at work for one test.
type server struct {
	base, token, folder string
	env                 []string // under which it runs
	log                 string   // the file of what it says
}

// address is that of a notebook in its folder.
func (s *server) address(name string) string {
	return s.base + "/notebooks/" + name + "?token=" + s.token
}

// runtime is the folder where it puts the connection files of its kernels.
func (s *server) runtime() string {
	for _, setting := range s.env {
		if folder, ok := strings.CutPrefix(setting, "JUPYTER_RUNTIME_DIR="); ok {
			return folder
		}
	}
	return ""
}

// startNotebook starts Jupyter Notebook on an empty folder.
func startNotebook(t *testing.T) *server {
	t.Helper()
	jupyter, env := jupyter(t, "notebook")
	folder := t.TempDir()
	port := freePort(t)
	// The server hears this machine only, for the time of the test.
	s := &server{base: fmt.Sprintf("http://127.0.0.1:%d", port), token: "for-the-test", folder: folder, env: env, log: filepath.Join(t.TempDir(), "jupyter.log")}
	log, err := os.Create(s.log)
	if err != nil {
		t.Fatal(err)
	}
	process := exec.Command(jupyter, "notebook", "--no-browser", "--allow-root", "--ip=127.0.0.1", fmt.Sprint("--port=", port),
		"--NotebookApp.port_retries=0", "--NotebookApp.token="+s.token, "--notebook-dir="+folder)
	process.Env = append(os.Environ(), env...)
	process.Stdout, process.Stderr = log, log
	if err := process.Start(); err != nil {
		t.Fatal(err)
	}
	ended := make(chan error, 1)
	go func() { ended <- process.Wait() }()
	t.Cleanup(func() {
		defer log.Close()
		_ = process.Process.Signal(syscall.SIGTERM) // it then shuts its kernels down
		select {
		case <-ended:
		case <-time.After(15 * time.Second):
			_ = process.Process.Kill()
			<-ended
		}
		if t.Failed() {
			t.Logf("Jupyter says:\n%s", s.said(t))
		}
	})
	for deadline := time.Now().Add(time.Minute); ; time.Sleep(200 * time.Millisecond) {
		if reply, err := http.Get(s.base + "/api?token=" + s.token); err == nil {
			reply.Body.Close()
			return s
		}
		select {
		case err := <-ended:
			ended <- err
			t.Fatalf("Jupyter ends at once: %v", err)
		default:
		}
		if time.Now().After(deadline) {
			t.Fatal("Jupyter does not answer within a minute")
		}
	}
}

// said is what the server has logged so far.
func (s *server) said(t *testing.T) string {
	t.Helper()
	text, err := os.ReadFile(s.log)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// freePort returns a port of this machine that nobody listens on.
func freePort(t *testing.T) int {
	t.Helper()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer listener.Close()
	return listener.Addr().(*net.TCPAddr).Port
}
