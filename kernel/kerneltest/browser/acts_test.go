package browser

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
)

func failInTheMiddle(s *Page) {
	s.Do(chromedp.Evaluate[chromedp.Void](`Jupyter.notebook.execute_all_cells()`))
	s.Wait(`document.querySelector(".output_error")`)
	s.Idle()
	s.Shoot("")
	s.Contains(0, "1")
	s.Contains(1, "divide by zero")
	if prompt := s.Text(`String(Jupyter.notebook.get_cell(2).input_prompt_number)`); prompt != "null" && prompt != "undefined" || s.Shown(2) != "" {
		s.t.Errorf("the cell after the failing one ran: [%s] %q", prompt, s.Shown(2))
	}
	if html := s.Text(`document.querySelector(".output_error").innerHTML`); !strings.Contains(html, "ansi-red") || strings.Contains(html, "\x1b") {
		s.t.Errorf("the error is not in colour: %s", html)
	}
	if got := s.Run(2); got != "2" {
		s.t.Errorf("the cell after it, run alone, shows %q", got)
	}
}

func stopByTheButton(s *Page) {
	s.Run(0)
	s.Start(1)
	s.Wait(`document.querySelector("#kernel_indicator_icon.kernel_busy_icon")`)
	began := time.Now()
	s.Do(chromedp.Click(`button[data-jupyter-action="jupyter-notebook:interrupt-kernel"]`))
	s.Wait(`document.querySelector(".output_error")`)
	s.t.Logf("%d ms from the button to the error on the page", time.Since(began).Milliseconds())
	s.Idle()
	s.Shoot("")
	s.Contains(1, "interrupted")
	if got := s.Run(2); got != "42" {
		s.t.Errorf("the session forgot: %q", got)
	}
}

func restartByTheMenu(s *Page) {
	s.Run(0)
	s.Do(chromedp.Click(`#kernellink`), chromedp.Click(`#restart_kernel a`), chromedp.Click(`.modal-dialog .btn-danger`))
	s.Wait(`!document.querySelector(".modal-dialog") && document.querySelector("#kernel_indicator_icon.kernel_idle_icon")`)
	s.Ready()
	s.Run(1)
	s.Shoot("")
	s.Contains(1, "kept")
	s.Contains(1, "^")
	if got := s.Run(0); got != "" {
		s.t.Errorf("after the restart the first cell shows %q", got)
	}
	if got := s.Run(1); got != "42" {
		s.t.Errorf("after the restart the cells show %q", got)
	}
}

func answerInThePage(s *Page) {
	s.Start(0)
	s.Do(chromedp.WaitVisible(`input.raw_input`))
	s.Shoot("-asking")
	if above := s.Text(`document.querySelector("input.raw_input").closest(".output_area").previousElementSibling.innerText`); above != "name? " {
		s.t.Errorf("above the question stands %q", above)
	}
	s.Do(chromedp.SendKeys(`input.raw_input`, "Ada"+kb.Enter))
	s.Wait(`Jupyter.notebook.get_cell(0).output_area.element.text().includes("hello, Ada")`)
	s.Idle()
	s.Start(1)
	s.Do(chromedp.WaitVisible(`input.raw_input[type=password]`), chromedp.SendKeys(`input.raw_input`, "sesame"+kb.Enter))
	s.Wait(`Jupyter.notebook.get_cell(1).output_area.element.text().includes("true")`)
	s.Shoot("")
	if strings.Contains(s.Shown(1), "sesame") {
		s.t.Errorf("the password is on the page: %q", s.Shown(1))
	}
}

func completeAndLookUp(s *Page) {
	s.Run(0)
	for _, try := range []struct{ text, offers string }{
		{"load | ", "isomap"},
		{"load | isomap(", "k="},
		{"strings.", "ToUpper"},
	} {
		s.Write(1, try.text)
		began := time.Now()
		s.Do(chromedp.KeyEvent(kb.Tab), chromedp.WaitVisible(`.completions select`))
		s.t.Logf("%q: %d ms from Tab to the list", try.text, time.Since(began).Milliseconds())
		if list := s.Text(`document.querySelector(".completions select").innerText`); !strings.Contains(list, try.offers) {
			s.t.Errorf("%q completes to %q, want %q in it", try.text, list, try.offers)
		}
		s.Shoot("-complete-" + strings.Trim(try.text, " .|("))
		s.Do(chromedp.KeyEvent(kb.Escape), chromedp.WaitNotPresent(`.completions`))
	}
	s.Write(2, "load | isoma")
	s.Do(chromedp.KeyEvent(kb.Tab))
	s.Wait(`Jupyter.notebook.get_cell(2).get_text() == "load | isomap"`)

	s.Do(chromedp.KeyEvent(kb.Tab, chromedp.KeyModifiers(chromedp.ModifierShift)), chromedp.WaitVisible(`#tooltip`))
	s.Wait(`document.querySelector("#tooltip .tooltiptext").innerText.includes("geodesic")`)
	s.Do(chromedp.Sleep(300 * time.Millisecond)) // it fades in
	s.Shoot("-inspect")
	s.Do(chromedp.KeyEvent(kb.Escape))
	s.Write(2, "strings.ToUpper")
	s.Do(chromedp.KeyEvent(kb.Tab, chromedp.KeyModifiers(chromedp.ModifierShift)))
	s.Wait(`document.querySelector("#tooltip .tooltiptext").innerText.includes("func ToUpper(s string) string")`)
	s.Do(chromedp.Sleep(300 * time.Millisecond))
	s.Shoot("-inspect-go")
	s.Do(chromedp.KeyEvent(kb.Escape))
}

func showThePager(s *Page) {
	s.Run(0)
	s.Do(chromedp.WaitVisible(`#pager`))
	s.Wait(`document.querySelector("#pager").innerText.includes("geodesic")`)
	s.Do(chromedp.Sleep(300 * time.Millisecond)) // it slides in
	s.Shoot("")
	s.Do(chromedp.Evaluate[chromedp.Void](`Jupyter.pager.collapse()`))
	if err := os.WriteFile(filepath.Join(s.server.Folder, "cell.go"), []byte("x := 5\nx\n"), 0o600); err != nil {
		s.t.Fatal(err)
	}
	s.Start(1)
	s.Wait(`Jupyter.notebook.get_cell(1).get_text() == "x := 5\nx"`)
	s.Idle()
	s.Shoot("-load")
}

func surviveAStorm(s *Page) {
	began := time.Now()
	s.Run(0)
	s.t.Logf("100,000 lines: %d ms until the page is idle", time.Since(began).Milliseconds())
	s.Contains(0, "line 99999\n")
	if n := strings.Count(s.Shown(0), "\n"); n != 100_000 {
		s.t.Errorf("%d lines arrived", n)
	}
	began = time.Now()
	s.Run(1)
	s.t.Logf("6 MB: %d ms until the page is idle", time.Since(began).Milliseconds())
	s.Contains(1, "too much output to show")
	if got := s.Run(2); got != "3" {
		s.t.Errorf("after the storm the cell shows %q", got)
	}
	s.Do(chromedp.ScrollIntoView(`.cell:nth-child(3)`), chromedp.Evaluate[chromedp.Void](`Jupyter.notebook.select(2); Jupyter.notebook.scroll_to_cell(1)`))
	s.Shoot("")
	for _, complaint := range []string{"data rate exceeded", "message rate exceeded"} {
		if strings.Contains(s.Text(`document.body.innerText`), complaint) || strings.Contains(s.server.Log(s.t), complaint) {
			s.t.Errorf("IOPub %s", complaint)
		}
	}
}

func animate(s *Page) {
	for i, want := range []string{"frame 4", "below", "", "100 %"} {
		if got := strings.TrimSpace(s.Run(i)); !strings.HasSuffix(got, want) || strings.Count(got, "frame") > 1 || strings.Contains(got, "50 %") {
			s.t.Errorf("cell %d shows %q, want %q", i, got, want)
		}
	}
	if got := s.Shown(1) + s.Shown(2); got != "at 5below\n" {
		s.t.Errorf("the display that a goroutine updates shows %q", got)
	}
	s.Shoot("")
}

// swallows checks that what is done in a figure is not done to the notebook: by the mouse
// with shift it selects cells, and deletes them by d d.
func (s *Page) swallows(corner []float64) {
	const cells = `Jupyter.notebook.get_selected_cells().length + " of " + Jupyter.notebook.get_cells().length`
	s.Text(`(Jupyter.notebook.select(1), Jupyter.notebook.command_mode(), document.querySelector(".output canvas").focus(), "")`)
	before := s.Text(cells)
	shift := chromedp.ButtonModifiers(chromedp.ModifierShift)
	s.Do(chromedp.MouseEvent("mousePressed", corner[0]+3, corner[1]+3, chromedp.ButtonLeft, shift, chromedp.ClickCount(1)),
		chromedp.MouseEvent("mouseMoved", corner[2]-3, corner[3]-3, chromedp.ButtonLeft, shift, chromedp.ClickCount(1)),
		chromedp.MouseEvent("mouseReleased", corner[2]-3, corner[3]-3, chromedp.ButtonLeft, shift, chromedp.ClickCount(1)),
		chromedp.KeyEvent("dd"))
	if after := s.Text(cells); after != before || !strings.HasPrefix(after, "1 of ") {
		s.t.Errorf("a lasso and d d in a figure leave %s cells selected, not %s", after, before)
	}
}

// selectInAFigure selects rows in a figure by the keys and by a box; the session has them.
func selectInAFigure(s *Page) {
	s.Run(0)
	s.Wait(`document.querySelector(".output canvas")`)
	s.Do(chromedp.Focus(`.output canvas`), chromedp.KeyEvent("nsns"))
	s.Wait(`document.querySelector(".uf-rows").innerText.includes("selected() in a cell")`)
	s.Shoot("")
	if got := s.Run(1); got != "[0 1]" {
		s.t.Errorf("the session has %q", got)
	}
	s.Text(`(b => { b.click(); b.click(); b.scrollIntoView({block: "end"}); return b.textContent })(document.querySelector(".uf-tools button"))`) // by a box
	corner, err := chromedp.Run(s.ctx, chromedp.Evaluate[[]float64](`(r => [r.left, r.top, r.right, r.bottom])(document.querySelector(".output canvas").getBoundingClientRect())`))
	if err != nil {
		s.t.Fatal(err)
	}
	s.Do(chromedp.MouseEvent("mousePressed", corner[0]+3, corner[1]+3, chromedp.ButtonLeft),
		chromedp.MouseEvent("mouseMoved", corner[2]-3, corner[3]-3, chromedp.ButtonLeft),
		chromedp.MouseEvent("mouseReleased", corner[2]-3, corner[3]-3, chromedp.ButtonLeft))
	s.Shoot("-box")
	s.swallows(corner)
	if got := s.Run(2); got != "60" {
		s.t.Errorf("by a box the session has %q rows", got)
	}
}

// watch notes the kernel's messages that reach the page, for which the page
// itself may have no use.
const watch = `{
	const k = Jupyter.notebook.kernel;
	window.ticks = "";
	const stream = k._iopub_handlers.stream;
	k._iopub_handlers.stream = m => { window.ticks += m.content.text; return stream(m); };
}`

// reloadInTheMiddle loads the page anew while a cell runs. This page knows
// nothing of cells that an earlier one ran, so their output is not shown by
// any kernel; it has to reach the page nevertheless, and so has the idle. The
// cell takes longer than a page does to load on a busy machine.
func reloadInTheMiddle(s *Page) {
	s.Run(0)
	s.Start(1)
	s.Wait(`Jupyter.notebook.get_cell(1).output_area.element.text().includes("tick 3")`)
	began := time.Now()
	s.Do(chromedp.Reload())
	s.Wait(`window.Jupyter && Jupyter.notebook && Jupyter.notebook.kernel && Jupyter.notebook.kernel.is_connected()`)
	s.Do(chromedp.Evaluate[chromedp.Void](watch))
	s.t.Logf("%d ms from the reload to the kernel", time.Since(began).Milliseconds())
	s.Wait(`document.querySelector("#kernel_indicator_icon.kernel_busy_icon") || window.ticks.includes("tick 19")`)
	s.Shoot("-busy")
	s.Wait(`window.ticks.includes("tick 19")`)
	s.Ready()
	s.Shoot("")
	if got := s.Run(2); got != "42" {
		s.t.Errorf("after the reload the cell shows %q", got)
	}
}

// disconnectInTheMiddle cuts the line between page and server while a cell
// runs. The page connects again, and what was printed meanwhile is shown.
func disconnectInTheMiddle(s *Page) {
	s.Run(0)
	s.Start(1)
	s.Wait(`Jupyter.notebook.get_cell(1).output_area.element.text().includes("tick 3")`)
	s.Do(chromedp.Evaluate[chromedp.Void](`Jupyter.notebook.kernel.ws.close(4000)`))
	s.Wait(`!Jupyter.notebook.kernel.is_connected()`)
	s.Wait(`Jupyter.notebook.kernel.is_connected()`)
	s.Wait(`Jupyter.notebook.get_cell(1).output_area.element.text().includes("tick 19")`)
	s.Idle()
	s.Shoot("")
	want := ""
	for i := range 20 {
		want += fmt.Sprintln("tick", i)
	}
	if got := s.Shown(1); got != want {
		s.t.Errorf("the page shows %q", got)
	}
}
