package notebooks

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"unfold/kernel/notebook"
)

// TestNotebookPage does in Jupyter Notebook what a person does beyond running
// cells: reloads, interrupts, restarts, answers, completes, looks things up.
// What the pages look like lies in the folder of artefacts afterwards.
func TestNotebookPage(t *testing.T) {
	browser := findBrowser(t)
	server := startNotebook(t)
	ctx := startBrowser(t, browser)
	if err := chromedp.Do(ctx, chromedp.EmulateViewport(1000, 800)); err != nil {
		t.Fatalf("in the browser: %v", err) // the tab belongs to the test, not to an act
	}
	for _, act := range []struct {
		name  string
		do    func(s *sheet)
		cells []string
	}{
		{"errors", failInTheMiddle, []string{
			"a := 1\na",
			"func half(n int) int {\n\treturn n / (n - 4)\n}\nhalf(4)",
			"b := 2\nb",
		}},
		{"stop", stopByTheButton, []string{"kept := 42", "for {}", "kept"}},
		{"restart", restartByTheMenu, []string{"kept := 42", "kept"}},
		{"input", answerInThePage, []string{"import \"fmt\"\nvar name string\nfmt.Print(\"name? \")\nfmt.Scan(&name)\nfmt.Println(\"hello,\", name)", "password(\"secret: \") == \"sesame\""}},
		{"help", completeAndLookUp, []string{"import \"strings\"", "", ""}},
		{"pager", showThePager, []string{"isomap?", "%load cell.go"}},
		{"storm", surviveAStorm, []string{"import \"fmt\"\nfor i := 0; i < 100_000; i++ { fmt.Println(\"line\", i) }", "import \"strings\"\nfmt.Println(strings.Repeat(strings.Repeat(\"x\", 99)+\"\\n\", 60_000))", "1 + 2"}},
		{"animation", animate, []string{
			"import (\"fmt\"; \"time\")\nfor i := 0; i < 5; i++ {\n\tclearOutput()\n\tDisplay(display.HTML(fmt.Sprint(\"<b class='frame'>frame \", i, \"</b>\")))\n\ttime.Sleep(20 * time.Millisecond)\n}",
			"frame := func(text string) display.Data { return display.Data{Data: display.MIMEMap{\"text/html\": \"<b class='dial'>\" + text + \"</b>\"}, Transient: display.MIMEMap{\"display_id\": \"dial\"}} }\nDisplay(frame(\"at 0\"))\nfmt.Println(\"below\")\ngo func() { for i := 1; i <= 5; i++ { time.Sleep(20 * time.Millisecond); Display(frame(fmt.Sprint(\"at \", i))) } }()",
			"time.Sleep(200 * time.Millisecond)",
			"for i := 0; i <= 10; i++ { fmt.Printf(\"\\r%3d %%\", 10*i); time.Sleep(10 * time.Millisecond) }",
		}},
		{"reload", reloadInTheMiddle, []string{"import (\"fmt\"; \"time\")\nkept := 42", "for i := 0; i < 20; i++ { fmt.Println(\"tick\", i); time.Sleep(400 * time.Millisecond) }", "kept"}},
		{"disconnect", disconnectInTheMiddle, []string{"import (\"fmt\"; \"time\")", "for i := 0; i < 20; i++ { fmt.Println(\"tick\", i); time.Sleep(100 * time.Millisecond) }"}},
	} {
		t.Run(act.name, func(t *testing.T) {
			began := time.Now()
			ctx, cancel := context.WithTimeout(ctx, time.Minute)
			defer cancel()
			s := open(t, ctx, server, act.name, act.cells)
			act.do(s)
			s.do(chromedp.Evaluate[chromedp.Void](`Jupyter.notebook.session.delete()`))
			t.Logf("%.1f s", time.Since(began).Seconds())
		})
	}
}

// TestRunAllEndsWithTheFailure looks for cells that run though the page sent
// them along with one that failed, in a few milliseconds, before the others
// came. In every other turn the page takes up to 40 ms for each cell, as one
// does that has an extension, much to clear, or a busy machine.
func TestRunAllEndsWithTheFailure(t *testing.T) {
	browser := findBrowser(t)
	cells := []string{`load("nofile.csv") | svm`}
	for i := 1; i < 12; i++ {
		cells = append(cells, fmt.Sprint(i))
	}
	s := open(t, startBrowser(t, browser), startNotebook(t), "run-all", cells)
	s.do(chromedp.Evaluate[chromedp.Void](`{
		window.pause = 0;
		Jupyter.notebook.events.on("execute.CodeCell", () => { for (const end = Date.now() + window.pause; Date.now() < end;); });
	}`))
	for turn := range 50 {
		pause := turn % 2 * (turn%10 + 1) * 4
		s.do(chromedp.Evaluate[chromedp.Void](fmt.Sprintf(`%s
			window.pause = %d;
			Jupyter.notebook.execute_all_cells();`, note, pause)))
		s.wait(`Jupyter.notebook.get_cells().every(c => Jupyter.notebook.kernel.done[c.last_msg_id])`)
		s.contains(0, "nofile.csv")
		if ran := s.text(`Jupyter.notebook.get_cells().slice(1).filter(c => typeof c.input_prompt_number == "number").map(c => c.get_text()).join(" ")`); ran != "" {
			t.Errorf("turn %d, %d ms a cell: cells ran after the failing one: %s", turn, pause, ran)
		}
	}
	s.do(chromedp.Sleep(time.Second)) // somebody reads the error
	if got := s.run(11); got != "11" {
		t.Errorf("a cell run alone afterwards shows %q", got)
	}
}

// A sheet is a notebook that is open in the browser.
type sheet struct {
	t      *testing.T
	ctx    context.Context
	server *server
	name   string
}

// open makes a notebook of the cells and opens it.
func open(t *testing.T, ctx context.Context, server *server, name string, cells []string) *sheet {
	t.Helper()
	s := &sheet{t, ctx, server, name}
	n := notebook.FromCells(cells...)
	if err := n.WriteFile(filepath.Join(server.folder, name+".ipynb")); err != nil {
		t.Fatal(err)
	}
	s.do(chromedp.Navigate(server.address(name + ".ipynb")))
	s.ready()
	return s
}

// do performs actions; the test ends if one fails.
func (s *sheet) do(actions ...chromedp.Action[chromedp.Void]) {
	s.t.Helper()
	if err := chromedp.Do(s.ctx, actions...); err != nil {
		s.shoot("-failed")
		s.t.Fatalf("in the browser: %v\nthe cells say:\n%s", err, s.text(`Jupyter.notebook.get_cells().map(c => c.output_area.element.text()).join("\n---\n")`))
	}
}

// wait waits for a JavaScript condition.
func (s *sheet) wait(condition string) {
	s.t.Helper()
	s.do(chromedp.Poll[chromedp.Void]("!!("+condition+")", chromedp.WithPollingInterval(20*time.Millisecond), chromedp.WithPollingTimeout(30*time.Second)))
}

// text evaluates a JavaScript expression that is a string.
func (s *sheet) text(expression string) string {
	s.t.Helper()
	text, err := chromedp.Run(s.ctx, chromedp.Evaluate[string](expression))
	if err != nil {
		s.t.Errorf("in the browser: %s: %v", expression, err)
	}
	return text
}

// shoot takes a picture of the window.
func (s *sheet) shoot(what string) {
	s.t.Helper()
	picture, err := chromedp.Run(s.ctx, chromedp.CaptureScreenshot())
	if err == nil {
		err = os.WriteFile(filepath.Join(artefacts(s.t), "page-"+s.name+what+".png"), picture, 0o644)
	}
	if err != nil {
		s.t.Errorf("taking a picture: %v", err)
	}
}

// ready waits until the page has a kernel that has nothing to do.
func (s *sheet) ready() {
	s.t.Helper()
	s.wait(`window.Jupyter && Jupyter.notebook && Jupyter.notebook.kernel && Jupyter.notebook.kernel.is_connected() && Jupyter.notebook.kernel.info_reply.implementation == "unfold"`)
	s.do(chromedp.Evaluate[chromedp.Void](`window.onbeforeunload = null`)) // nobody is there to confirm that it leaves
	s.idle()
}

// idle waits until the page shows the kernel as having nothing to do.
func (s *sheet) idle() {
	s.t.Helper()
	s.wait(`document.querySelector("#kernel_indicator_icon.kernel_idle_icon") && !document.querySelector("div.cell.running")`)
}

// note makes the page note which of its requests the kernel has gone idle after,
// and so sends no more output for.
const note = `{
	const k = Jupyter.notebook.kernel;
	if (!k.done) {
		k.done = {};
		const status = k._iopub_handlers.status;
		k._iopub_handlers.status = m => {
			const handled = status(m);
			if (m.content.execution_state == "idle") k.done[m.parent_header.msg_id] = true;
			return handled;
		};
	}
}`

// start runs a cell as the button does, and notes when it is done.
func (s *sheet) start(cell int) {
	s.t.Helper()
	s.do(chromedp.Evaluate[chromedp.Void](fmt.Sprintf(`%s
		Jupyter.notebook.select(%d);
		Jupyter.notebook.execute_cell();`, note, cell)))
}

// run runs a cell and returns what the page shows below it.
func (s *sheet) run(cell int) string {
	s.t.Helper()
	s.start(cell)
	s.wait(fmt.Sprintf(`Jupyter.notebook.kernel.done[Jupyter.notebook.get_cell(%d).last_msg_id]`, cell))
	s.wait(fmt.Sprintf(`typeof Jupyter.notebook.get_cell(%d).input_prompt_number == "number"`, cell))
	s.idle()
	return s.shown(cell)
}

// shown is the text that the page shows below a cell.
func (s *sheet) shown(cell int) string {
	s.t.Helper()
	return s.text(fmt.Sprintf(`Jupyter.notebook.get_cell(%d).output_area.element.find(".output_subarea").text()`, cell))
}

// contains fails the test unless the page shows a text below a cell.
func (s *sheet) contains(cell int, want string) {
	s.t.Helper()
	if got := s.shown(cell); !strings.Contains(got, want) {
		s.t.Errorf("cell %d shows %q, want %q in it", cell, got, want)
	}
}

func failInTheMiddle(s *sheet) {
	s.do(chromedp.Evaluate[chromedp.Void](`Jupyter.notebook.execute_all_cells()`))
	s.wait(`document.querySelector(".output_error")`)
	s.idle()
	s.shoot("")
	s.contains(0, "1")
	s.contains(1, "divide by zero")
	if prompt := s.text(`String(Jupyter.notebook.get_cell(2).input_prompt_number)`); prompt != "null" && prompt != "undefined" || s.shown(2) != "" {
		s.t.Errorf("the cell after the failing one ran: [%s] %q", prompt, s.shown(2))
	}
	if html := s.text(`document.querySelector(".output_error").innerHTML`); !strings.Contains(html, "ansi-red") || strings.Contains(html, "\x1b") {
		s.t.Errorf("the error is not in colour: %s", html)
	}
	if got := s.run(2); got != "2" {
		s.t.Errorf("the cell after it, run alone, shows %q", got)
	}
}

func stopByTheButton(s *sheet) {
	s.run(0)
	s.start(1)
	s.wait(`document.querySelector("#kernel_indicator_icon.kernel_busy_icon")`)
	began := time.Now()
	s.do(chromedp.Click(`button[data-jupyter-action="jupyter-notebook:interrupt-kernel"]`))
	s.wait(`document.querySelector(".output_error")`)
	s.t.Logf("%d ms from the button to the error on the page", time.Since(began).Milliseconds())
	s.idle()
	s.shoot("")
	s.contains(1, "interrupted")
	if got := s.run(2); got != "42" {
		s.t.Errorf("the session forgot: %q", got)
	}
}

func restartByTheMenu(s *sheet) {
	s.run(0)
	s.do(chromedp.Click(`#kernellink`), chromedp.Click(`#restart_kernel a`), chromedp.Click(`.modal-dialog .btn-danger`))
	s.wait(`!document.querySelector(".modal-dialog") && document.querySelector("#kernel_indicator_icon.kernel_idle_icon")`)
	s.ready()
	s.run(1)
	s.shoot("")
	s.contains(1, "kept")
	s.contains(1, "^")
	if got := s.run(0); got != "" {
		s.t.Errorf("after the restart the first cell shows %q", got)
	}
	if got := s.run(1); got != "42" {
		s.t.Errorf("after the restart the cells show %q", got)
	}
}

func answerInThePage(s *sheet) {
	s.start(0)
	s.do(chromedp.WaitVisible(`input.raw_input`))
	s.shoot("-asking")
	if above := s.text(`document.querySelector("input.raw_input").closest(".output_area").previousElementSibling.innerText`); above != "name? " {
		s.t.Errorf("above the question stands %q", above)
	}
	s.do(chromedp.SendKeys(`input.raw_input`, "Ada"+kb.Enter))
	s.wait(`Jupyter.notebook.get_cell(0).output_area.element.text().includes("hello, Ada")`)
	s.idle()
	s.start(1)
	s.do(chromedp.WaitVisible(`input.raw_input[type=password]`), chromedp.SendKeys(`input.raw_input`, "sesame"+kb.Enter))
	s.wait(`Jupyter.notebook.get_cell(1).output_area.element.text().includes("true")`)
	s.shoot("")
	if strings.Contains(s.shown(1), "sesame") {
		s.t.Errorf("the password is on the page: %q", s.shown(1))
	}
}

// write puts text into a cell and the cursor behind it.
func (s *sheet) write(cell int, text string) {
	s.t.Helper()
	s.do(chromedp.Evaluate[chromedp.Void](fmt.Sprintf(`{
		const c = Jupyter.notebook.get_cell(%d);
		c.set_text(%q);
		Jupyter.notebook.select(%[1]d);
		Jupyter.notebook.edit_mode();
		c.code_mirror.setCursor(c.code_mirror.lineCount(), 0);
		c.code_mirror.execCommand("goDocEnd");
		c.code_mirror.focus();
	}`, cell, text)))
}

func completeAndLookUp(s *sheet) {
	s.run(0)
	for _, try := range []struct{ text, offers string }{
		{"load | ", "isomap"},
		{"load | isomap(", "k="},
		{"strings.", "ToUpper"},
	} {
		s.write(1, try.text)
		began := time.Now()
		s.do(chromedp.KeyEvent(kb.Tab), chromedp.WaitVisible(`.completions select`))
		s.t.Logf("%q: %d ms from Tab to the list", try.text, time.Since(began).Milliseconds())
		if list := s.text(`document.querySelector(".completions select").innerText`); !strings.Contains(list, try.offers) {
			s.t.Errorf("%q completes to %q, want %q in it", try.text, list, try.offers)
		}
		s.shoot("-complete-" + strings.Trim(try.text, " .|("))
		s.do(chromedp.KeyEvent(kb.Escape), chromedp.WaitNotPresent(`.completions`))
	}
	s.write(2, "load | isoma")
	s.do(chromedp.KeyEvent(kb.Tab))
	s.wait(`Jupyter.notebook.get_cell(2).get_text() == "load | isomap"`)

	s.do(chromedp.KeyEvent(kb.Tab, chromedp.KeyModifiers(chromedp.ModifierShift)), chromedp.WaitVisible(`#tooltip`))
	s.wait(`document.querySelector("#tooltip .tooltiptext").innerText.includes("geodesic")`)
	s.do(chromedp.Sleep(300 * time.Millisecond)) // it fades in
	s.shoot("-inspect")
	s.do(chromedp.KeyEvent(kb.Escape))
	s.write(2, "strings.ToUpper")
	s.do(chromedp.KeyEvent(kb.Tab, chromedp.KeyModifiers(chromedp.ModifierShift)))
	s.wait(`document.querySelector("#tooltip .tooltiptext").innerText.includes("func ToUpper(s string) string")`)
	s.do(chromedp.Sleep(300 * time.Millisecond))
	s.shoot("-inspect-go")
	s.do(chromedp.KeyEvent(kb.Escape))
}

func showThePager(s *sheet) {
	s.run(0)
	s.do(chromedp.WaitVisible(`#pager`))
	s.wait(`document.querySelector("#pager").innerText.includes("geodesic")`)
	s.do(chromedp.Sleep(300 * time.Millisecond)) // it slides in
	s.shoot("")
	s.do(chromedp.Evaluate[chromedp.Void](`Jupyter.pager.collapse()`))
	if err := os.WriteFile(filepath.Join(s.server.folder, "cell.go"), []byte("x := 5\nx\n"), 0o600); err != nil {
		s.t.Fatal(err)
	}
	s.start(1)
	s.wait(`Jupyter.notebook.get_cell(1).get_text() == "x := 5\nx"`)
	s.idle()
	s.shoot("-load")
}

func surviveAStorm(s *sheet) {
	began := time.Now()
	s.run(0)
	s.t.Logf("100,000 lines: %d ms until the page is idle", time.Since(began).Milliseconds())
	s.contains(0, "line 99999\n")
	if n := strings.Count(s.shown(0), "\n"); n != 100_000 {
		s.t.Errorf("%d lines arrived", n)
	}
	began = time.Now()
	s.run(1)
	s.t.Logf("6 MB: %d ms until the page is idle", time.Since(began).Milliseconds())
	s.contains(1, "too much output to show")
	if got := s.run(2); got != "3" {
		s.t.Errorf("after the storm the cell shows %q", got)
	}
	s.do(chromedp.ScrollIntoView(`.cell:nth-child(3)`), chromedp.Evaluate[chromedp.Void](`Jupyter.notebook.select(2); Jupyter.notebook.scroll_to_cell(1)`))
	s.shoot("")
	for _, complaint := range []string{"data rate exceeded", "message rate exceeded"} {
		if strings.Contains(s.text(`document.body.innerText`), complaint) || strings.Contains(s.server.said(s.t), complaint) {
			s.t.Errorf("IOPub %s", complaint)
		}
	}
}

func animate(s *sheet) {
	for i, want := range []string{"frame 4", "below", "", "100 %"} {
		if got := strings.TrimSpace(s.run(i)); !strings.HasSuffix(got, want) || strings.Count(got, "frame") > 1 || strings.Contains(got, "50 %") {
			s.t.Errorf("cell %d shows %q, want %q", i, got, want)
		}
	}
	if got := s.shown(1) + s.shown(2); got != "at 5below\n" {
		s.t.Errorf("the display that a goroutine updates shows %q", got)
	}
	s.shoot("")
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
func reloadInTheMiddle(s *sheet) {
	s.run(0)
	s.start(1)
	s.wait(`Jupyter.notebook.get_cell(1).output_area.element.text().includes("tick 3")`)
	began := time.Now()
	s.do(chromedp.Reload())
	s.wait(`window.Jupyter && Jupyter.notebook && Jupyter.notebook.kernel && Jupyter.notebook.kernel.is_connected()`)
	s.do(chromedp.Evaluate[chromedp.Void](watch))
	s.t.Logf("%d ms from the reload to the kernel", time.Since(began).Milliseconds())
	s.wait(`document.querySelector("#kernel_indicator_icon.kernel_busy_icon") || window.ticks.includes("tick 19")`)
	s.shoot("-busy")
	s.wait(`window.ticks.includes("tick 19")`)
	s.ready()
	s.shoot("")
	if got := s.run(2); got != "42" {
		s.t.Errorf("after the reload the cell shows %q", got)
	}
}

// disconnectInTheMiddle cuts the line between page and server while a cell
// runs. The page connects again, and what was printed meanwhile is shown.
func disconnectInTheMiddle(s *sheet) {
	s.run(0)
	s.start(1)
	s.wait(`Jupyter.notebook.get_cell(1).output_area.element.text().includes("tick 3")`)
	s.do(chromedp.Evaluate[chromedp.Void](`Jupyter.notebook.kernel.ws.close(4000)`))
	s.wait(`!Jupyter.notebook.kernel.is_connected()`)
	s.wait(`Jupyter.notebook.kernel.is_connected()`)
	s.wait(`Jupyter.notebook.get_cell(1).output_area.element.text().includes("tick 19")`)
	s.idle()
	s.shoot("")
	want := ""
	for i := range 20 {
		want += fmt.Sprintln("tick", i)
	}
	if got := s.shown(1); got != want {
		s.t.Errorf("the page shows %q", got)
	}
}
