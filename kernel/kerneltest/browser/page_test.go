package browser

import (
	"context"
	"fmt"
	"testing"
	"time"
	"unfold/kernel/kerneltest/program"

	"github.com/chromedp/chromedp"
)

// TestNotebookPage does in Jupyter Notebook what a person does beyond running
// cells: reloads, interrupts, restarts, answers, completes, looks things up.
// What the pages look like lies in the folder of artefacts afterwards.
func TestNotebookPage(t *testing.T) {
	program.NeedTime(t)
	browser := Find(t)
	server := StartServer(t)
	ctx := Start(t, browser)
	if err := chromedp.Do(ctx, chromedp.EmulateViewport(1000, 800)); err != nil {
		t.Fatalf("in the browser: %v", err) // the tab belongs to the test, not to an act
	}
	for _, act := range []struct {
		name  string
		do    func(s *Page)
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
		{"select", selectInAFigure, []string{"swissroll(n=60) | pca | scatter", "selected()", "len(selected())"}},
		{"reload", reloadInTheMiddle, []string{"import (\"fmt\"; \"time\")\nkept := 42", "for i := 0; i < 20; i++ { fmt.Println(\"tick\", i); time.Sleep(400 * time.Millisecond) }", "kept"}},
		{"disconnect", disconnectInTheMiddle, []string{"import (\"fmt\"; \"time\")", "for i := 0; i < 20; i++ { fmt.Println(\"tick\", i); time.Sleep(100 * time.Millisecond) }"}},
	} {
		t.Run(act.name, func(t *testing.T) {
			began := time.Now()
			ctx, cancel := context.WithTimeout(ctx, time.Minute)
			defer cancel()
			s := Open(t, ctx, server, act.name, act.cells)
			act.do(s)
			s.Do(chromedp.Evaluate[chromedp.Void](`Jupyter.notebook.session.delete()`))
			t.Logf("%.1f s", time.Since(began).Seconds())
		})
	}
}

// TestRunAllEndsWithTheFailure looks for cells that run though the page sent
// them along with one that failed, in a few milliseconds, before the others
// came. In every other turn the page takes up to 40 ms for each cell, as one
// does that has an extension, much to clear, or a busy machine.
func TestRunAllEndsWithTheFailure(t *testing.T) {
	program.NeedTime(t)
	browser := Find(t)
	cells := []string{`load("nofile.csv") | svm`}
	for i := 1; i < 12; i++ {
		cells = append(cells, fmt.Sprint(i))
	}
	s := Open(t, Start(t, browser), StartServer(t), "run-all", cells)
	s.Do(chromedp.Evaluate[chromedp.Void](`{
		window.pause = 0;
		Jupyter.notebook.events.on("execute.CodeCell", () => { for (const end = Date.now() + window.pause; Date.now() < end;); });
	}`))
	turns := 10
	if program.Long() {
		turns = 50
	}
	for turn := range turns {
		pause := turn % 2 * (turn%10 + 1) * 4
		s.Do(chromedp.Evaluate[chromedp.Void](fmt.Sprintf(`%s
			window.pause = %d;
			Jupyter.notebook.execute_all_cells();`, note, pause)))
		s.Wait(`Jupyter.notebook.get_cells().every(c => Jupyter.notebook.kernel.done[c.last_msg_id])`)
		s.Contains(0, "nofile.csv")
		if ran := s.Text(`Jupyter.notebook.get_cells().slice(1).filter(c => typeof c.input_prompt_number == "number").map(c => c.get_text()).join(" ")`); ran != "" {
			t.Errorf("turn %d, %d ms a cell: cells ran after the failing one: %s", turn, pause, ran)
		}
	}
	s.Do(chromedp.Sleep(time.Second)) // somebody reads the error
	if got := s.Run(11); got != "11" {
		t.Errorf("a cell run alone afterwards shows %q", got)
	}
}
