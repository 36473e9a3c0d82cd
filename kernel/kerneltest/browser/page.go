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

// A Page is a notebook that is open in the browser.
type Page struct {
	t      *testing.T
	ctx    context.Context
	server *Server
	name   string
}

// Open makes a notebook of the cells and opens it.
func Open(t *testing.T, ctx context.Context, server *Server, name string, cells []string) *Page {
	t.Helper()
	s := &Page{t, ctx, server, name}
	n := notebook.FromCells(cells...)
	if err := n.WriteFile(filepath.Join(server.Folder, name+".ipynb")); err != nil {
		t.Fatal(err)
	}
	s.Do(chromedp.Navigate(server.Address(name + ".ipynb")))
	s.Ready()
	return s
}

// Do performs actions; the test ends if one fails.
func (s *Page) Do(actions ...chromedp.Action[chromedp.Void]) {
	s.t.Helper()
	if err := chromedp.Do(s.ctx, actions...); err != nil {
		s.Shoot("-failed")
		s.t.Fatalf("in the browser: %v\nthe cells say:\n%s", err, s.Text(`Jupyter.notebook.get_cells().map(c => c.output_area.element.text()).join("\n---\n")`))
	}
}

// Wait waits for a JavaScript condition.
func (s *Page) Wait(condition string) {
	s.t.Helper()
	s.Do(chromedp.Poll[chromedp.Void]("!!("+condition+")", chromedp.WithPollingInterval(20*time.Millisecond), chromedp.WithPollingTimeout(30*time.Second)))
}

// Text evaluates a JavaScript expression that is a string.
func (s *Page) Text(expression string) string {
	s.t.Helper()
	text, err := chromedp.Run(s.ctx, chromedp.Evaluate[string](expression))
	if err != nil {
		s.t.Errorf("in the browser: %s: %v", expression, err)
	}
	return text
}

// Shoot takes a picture of the window.
func (s *Page) Shoot(what string) {
	s.t.Helper()
	picture, err := chromedp.Run(s.ctx, chromedp.CaptureScreenshot())
	if err == nil {
		err = os.WriteFile(filepath.Join(program.Artefacts(s.t), "page-"+s.name+what+".png"), picture, 0o644)
	}
	if err != nil {
		s.t.Errorf("taking a picture: %v", err)
	}
}

// Ready waits until the page has a kernel that has nothing to do.
func (s *Page) Ready() {
	s.t.Helper()
	s.Wait(`window.Jupyter && Jupyter.notebook && Jupyter.notebook.kernel && Jupyter.notebook.kernel.is_connected() && Jupyter.notebook.kernel.info_reply.implementation == "unfold"`)
	s.Do(chromedp.Evaluate[chromedp.Void](`window.onbeforeunload = null`)) // nobody is there to confirm that it leaves
	s.Idle()
}

// Idle waits until the page shows the kernel as having nothing to do.
func (s *Page) Idle() {
	s.t.Helper()
	s.Wait(`document.querySelector("#kernel_indicator_icon.kernel_idle_icon") && !document.querySelector("div.cell.running")`)
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

// Start runs a cell as the button does, and notes when it is done.
func (s *Page) Start(cell int) {
	s.t.Helper()
	s.Do(chromedp.Evaluate[chromedp.Void](fmt.Sprintf(`%s
		Jupyter.notebook.select(%d);
		Jupyter.notebook.execute_cell();`, note, cell)))
}

// Run runs a cell and returns what the page shows below it.
func (s *Page) Run(cell int) string {
	s.t.Helper()
	s.Start(cell)
	s.Wait(fmt.Sprintf(`Jupyter.notebook.kernel.done[Jupyter.notebook.get_cell(%d).last_msg_id]`, cell))
	s.Wait(fmt.Sprintf(`typeof Jupyter.notebook.get_cell(%d).input_prompt_number == "number"`, cell))
	s.Idle()
	return s.Shown(cell)
}

// Shown is the text that the page shows below a cell.
func (s *Page) Shown(cell int) string {
	s.t.Helper()
	return s.Text(fmt.Sprintf(`Jupyter.notebook.get_cell(%d).output_area.element.find(".output_subarea").text()`, cell))
}

// Contains fails the test unless the page shows a text below a cell.
func (s *Page) Contains(cell int, want string) {
	s.t.Helper()
	if got := s.Shown(cell); !strings.Contains(got, want) {
		s.t.Errorf("cell %d shows %q, want %q in it", cell, got, want)
	}
}

// Write puts text into a cell and the cursor behind it.
func (s *Page) Write(cell int, text string) {
	s.t.Helper()
	s.Do(chromedp.Evaluate[chromedp.Void](fmt.Sprintf(`{
		const c = Jupyter.notebook.get_cell(%d);
		c.set_text(%q);
		Jupyter.notebook.select(%[1]d);
		Jupyter.notebook.edit_mode();
		c.code_mirror.setCursor(c.code_mirror.lineCount(), 0);
		c.code_mirror.execCommand("goDocEnd");
		c.code_mirror.focus();
	}`, cell, text)))
}
