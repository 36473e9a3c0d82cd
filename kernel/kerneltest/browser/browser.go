// Package browser helps to test what readers see: Jupyter Notebook in a real
// browser. [StartServer] starts the one, [Start] the other, and [Open] opens
// cells in both as a [Page]. Its tests work in pages as people do.
package browser

import (
	"context"
	"os/exec"
	"testing"
	"time"

	"github.com/chromedp/chromedp"
)

// Find returns the path of the browser. The test is skipped where there is none,
// and among the quick ones.
func Find(t *testing.T) string {
	t.Helper()
	if testing.Short() {
		t.Skip("long: opens a browser")
	}
	for _, name := range []string{"chromium", "chromium-browser", "google-chrome"} {
		if path, err := exec.LookPath(name); err == nil {
			return path
		}
	}
	t.Skip("no Chromium on PATH; install/test installs it")
	return ""
}

// Start starts a browser that speaks to nobody but the test. Without its
// sandbox, which it refuses to build for root, it opens our page only.
func Start(t *testing.T, browser string, further ...chromedp.ExecAllocatorOption) context.Context {
	t.Helper()
	options := []chromedp.ExecAllocatorOption{chromedp.ExecPath(browser), chromedp.UserDataDir(t.TempDir()), chromedp.NoFirstRun, chromedp.Headless}
	for _, flag := range []string{"no-sandbox", "disable-gpu", "disable-quic", "disable-background-networking", "disable-component-update", "disable-sync", "disable-dev-shm-usage"} {
		options = append(options, chromedp.Flag(flag, true))
	}
	ctx, cancel := context.WithTimeout(t.Context(), 4*time.Minute)
	t.Cleanup(cancel)
	ctx, cancel = chromedp.NewExecAllocator(ctx, append(options, further...)...)
	t.Cleanup(cancel)
	ctx, cancel = chromedp.NewContext(ctx)
	t.Cleanup(cancel)
	return ctx
}
