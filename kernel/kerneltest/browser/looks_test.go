package browser

import (
	"encoding/base64"
	"fmt"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"

	"unfold/kernel/kerneltest/program"
	"unfold/kernel/notebook"
)

// looking is the notebook of figures.
const looking = "../../../notebooks/08-looking.ipynb"

// TestLooks executes the notebook of figures and leaves pictures of it to be looked at: its
// page on a light and a dark ground and in grey, and its static form; and what a terminal
// shows. On the page no report is higher than a screen, and nothing wider than the page.
func TestLooks(t *testing.T) {
	program.NeedTime(t)
	browser := Find(t)
	folder := t.TempDir()
	executed, page := filepath.Join(folder, "a.ipynb"), filepath.Join(folder, "page.html")
	text := program.Run(t, nil, program.Path(), "run", looking, "-o", executed, "--html", page)
	static := filepath.Join(folder, "static.ipynb")
	program.Run(t, nil, program.Path(), "run", looking, "--static", "-o", static)
	artefact(t, "looking-terminal.txt", []byte(program.Run(t, nil, program.Path(), "run", "-e", "waveform(n=400) | cv(5) | scale | isomap(k=10) | krr | knn")+text))
	artefact(t, "looking-static.png", staticPicture(t, static))

	light, err := os.ReadFile(page)
	if err != nil {
		t.Fatal(err)
	}
	ctx := Start(t, browser)
	for name, change := range map[string]func(string) string{
		"light": func(s string) string { return s },
		"dark": func(s string) string {
			return strings.ReplaceAll(s, "screen and (prefers-color-scheme: dark)", "screen")
		},
		"grey": func(s string) string { return s + "<style>html{filter:grayscale(1)}</style>" },
	} {
		changed := filepath.Join(folder, name+".html")
		if err := os.WriteFile(changed, []byte(change(string(light))), 0o644); err != nil {
			t.Fatal(err)
		}
		if err := chromedp.Do(ctx, chromedp.EmulateViewport(1000, 700), chromedp.Navigate((&url.URL{Scheme: "file", Path: changed}).String()), until(`document.querySelector("canvas")`)); err != nil {
			t.Fatal(err)
		}
		const ends = `JSON.stringify([...document.querySelectorAll(".uf")].filter(u => u.querySelector(".uf-side") && u.querySelector("summary").textContent.startsWith("What ran")).map(u => Math.round(u.getBoundingClientRect().height)).filter(h => h > 700))`
		if high, err := chromedp.Run(ctx, chromedp.Evaluate[string](ends)); err != nil || high != "[]" {
			t.Errorf("%s: reports of %s pixels are higher than a screen, %v", name, high, err)
		}
		height, err := chromedp.Run(ctx, chromedp.Evaluate[[]float64](`[document.documentElement.scrollHeight, document.documentElement.scrollWidth]`))
		if err != nil || height[1] > 1000 {
			t.Fatalf("%s: the page is %v pixels large, %v", name, height, err)
		}
		if err := chromedp.Do(ctx, chromedp.EmulateViewport(1000, int64(height[0]))); err != nil {
			t.Fatal(err)
		}
		picture, err := chromedp.Run(ctx, chromedp.CaptureScreenshot())
		if err != nil {
			t.Fatal(err)
		}
		artefact(t, fmt.Sprintf("looking-%s.png", name), picture)
	}
}

// artefact leaves a file for people to look at.
func artefact(t *testing.T, name string, data []byte) {
	t.Helper()
	if err := os.WriteFile(filepath.Join(program.Artefacts(t), name), data, 0o644); err != nil {
		t.Fatal(err)
	}
}

// staticPicture is the picture of the report in a notebook without HTML.
func staticPicture(t *testing.T, path string) []byte {
	t.Helper()
	n, err := notebook.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range n.Cells {
		for _, o := range c.Outputs {
			encoded, ok := o.Data["image/png"].(string)
			if _, page := o.Data["text/html"]; page {
				t.Error("a static notebook has HTML")
			}
			if ok && strings.Contains(c.Source, "krr") {
				data, err := base64.StdEncoding.DecodeString(strings.ReplaceAll(encoded, "\n", ""))
				if err != nil {
					t.Fatal(err)
				}
				return data
			}
		}
	}
	t.Fatal("a static notebook has no picture of its report")
	return nil
}
