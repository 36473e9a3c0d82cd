//go:build unix

package endtoend

import (
	"encoding/json"
	"fmt"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"unfold/kernel/kerneltest"
	"unfold/kernel/kerneltest/browser"
	"unfold/kernel/kerneltest/program"
	"unfold/kernel/notebook"
	"unfold/kernel/wire"
)

// TestTwoFrontEnds has two at once on one kernel.
func TestTwoFrontEnds(t *testing.T) {
	program.NeedTime(t)
	kernel := program.Start(t)
	ada, ben := kerneltest.Connect(t, kernel.Connection), kerneltest.Connect(t, kernel.Connection)

	t.Run("see the same", func(t *testing.T) {
		tr := ada.Run("x := 40\nfmt := \"shadow\"\n_ = fmt\nprintln(\"said\")\nx")
		if status, _, value, _ := tr.Outcome(); status != "ok" {
			t.Fatal(value)
		}
		other := kerneltest.Transcript{Request: tr.Request, Reply: tr.Reply, Published: ben.Outputs(tr.Request)}
		if tr.String() != other.String() {
			t.Errorf("one sees\n%s\nthe other\n%s", tr, other)
		}
	})
	t.Run("count together", func(t *testing.T) {
		tr := ben.Run("x + 2")
		if got := kerneltest.Line(tr.Reply); tr.Result() != "42" || !strings.HasSuffix(got, " 2") {
			t.Errorf("the second cell of the kernel is %s: %s", got, tr)
		}
		ada.Outputs(tr.Request)
	})
	t.Run("get their own replies", func(t *testing.T) { getOwnReplies(t, ada, ben) })
	t.Run("interrupt each other", func(t *testing.T) {
		request := ada.Send(ada.Shell, "execute_request", map[string]any{"code": "for {}"})
		for m := ben.Published(); m.Header.Type != "execute_input" || kerneltest.ParentID(m) != request.Header.ID; m = ben.Published() {
			continue // he has also seen what she ran before
		}
		ben.Ask(ben.Control, "interrupt_request", struct{}{})
		if status, name, _, _ := ada.Finish(request).Outcome(); status != "error" || name != "Interrupted" {
			t.Errorf("the cell ends as %s, %s", status, name)
		}
	})
	t.Run("are asked alone", func(t *testing.T) { areAskedAlone(t, ada, ben) })
	t.Run("may leave", func(t *testing.T) {
		ben.Send(ben.Shell, "execute_request", map[string]any{"code": "import \"time\"\ntime.Sleep(200 * time.Millisecond)\nx = 1"})
		ben.Close()
		if tr := ada.Run("x"); tr.Result() != "1" {
			t.Errorf("after the other has left in the middle of its cell: %s", tr)
		}
	})
}

// getOwnReplies has both ask a hundred times at once.
func getOwnReplies(t *testing.T, ada, ben *kerneltest.Client) {
	var took [2][]time.Duration
	var together sync.WaitGroup
	for i, c := range []*kerneltest.Client{ada, ben} {
		together.Go(func() {
			for j := range 100 {
				began := time.Now()
				tr := c.Run(fmt.Sprintf("%d + %d", 1000*i, j))
				took[i] = append(took[i], time.Since(began))
				if want := fmt.Sprint(1000*i + j); tr.Result() != want {
					t.Errorf("front end %d gets %s, want %s", i, tr.Result(), want)
				}
			}
		})
	}
	together.Wait()
	t.Logf("a sum, with two asking at once: times, p50, p99, slowest ms: %s; %s", spread(took[0]), spread(took[1]))
	for _, c := range []*kerneltest.Client{ada, ben} {
		nothing(t, c.Shell, "a reply to the other")
	}
}

// areAskedAlone has a cell of one ask, and the other answer in its place.
func areAskedAlone(t *testing.T, ada, ben *kerneltest.Client) {
	request := ada.Send(ada.Shell, "execute_request", map[string]any{"code": `input("who? ")`, "allow_stdin": true})
	question := ada.Asked()
	ben.Ask(ben.Control, "kernel_info_request", struct{}{})
	nothing(t, ben.Stdin, "a question to the other")
	forged := wire.Message{Header: wire.NewHeader("forged", "input_reply"), Parent: json.RawMessage(`{}`), Content: json.RawMessage(`{"value":"ben"}`)}
	if err := ben.Stdin.Send(forged); err != nil {
		t.Fatal(err)
	}
	ben.Ask(ben.Control, "kernel_info_request", struct{}{})
	answer := wire.Message{Header: wire.NewHeader(question.Header.Session, "input_reply"), Parent: question.Verbatim, Content: json.RawMessage(`{"value":"ada"}`)}
	if err := ada.Stdin.Send(answer); err != nil {
		t.Fatal(err)
	}
	if tr := ada.Finish(request); tr.Result() != `"ada"` && tr.Result() != "ada" {
		t.Errorf("the answer is %s", tr)
	}
}

// nothing fails the test if there is a message.
func nothing(t *testing.T, from *wire.Peer, what string) {
	t.Helper()
	select {
	case m := <-from.Messages():
		t.Errorf("%s came: %s", what, kerneltest.Line(m))
	default:
	}
}

// TestFrontEndsBesideAPage has a notebook page, a console and a client at once
// on one kernel.
func TestFrontEndsBesideAPage(t *testing.T) {
	program.NeedTime(t)
	chromium := browser.Find(t)
	server := browser.StartServer(t)
	s := browser.Open(t, browser.Start(t, chromium), server, "beside", []string{"x := 40\nx", "for {}", "x", `input("page? ")`})
	files, err := filepath.Glob(filepath.Join(server.Runtime(), "kernel-*.json"))
	if err != nil || len(files) != 1 {
		t.Fatalf("the kernel's files are %q, %v", files, err)
	}
	at, err := wire.ReadConnection(files[0])
	if err != nil {
		t.Fatal(err)
	}
	c := kerneltest.Connect(t, at)
	console := program.OpenConsole(t, server.Env, "--existing", files[0], "--ZMQTerminalInteractiveShell.include_other_output=True")

	s.Run(0)
	for m := c.Published(); m.Header.Type != "execute_result"; m = c.Published() {
		continue
	}
	console.Wait("Remote 40")
	if tr := c.Run("x++; x"); tr.Result() != "41" {
		t.Errorf("the client's cell shows %s", tr)
	}
	console.Wait("Remote 41")
	console.Say("x + 2", "Out[3]: 43")

	s.Start(1)
	s.Wait(`document.querySelector("#kernel_indicator_icon.kernel_busy_icon")`)
	c.Ask(c.Control, "interrupt_request", struct{}{})
	s.Wait(`document.querySelector(".output_error")`)
	s.Idle()
	if got := s.Run(2); got != "41" {
		t.Errorf("the page shows %q", got)
	}
	s.Start(3)
	s.Wait(`document.querySelector("input.raw_input")`)
	nothing(t, c.Stdin, "the page's question")
	s.Shoot("")
	s.Do(chromedp.SendKeys("input.raw_input", "me"+kb.Enter))
	s.Wait(`Jupyter.notebook.get_cell(3).output_area.element.text().includes("me")`)
	t.Logf("the console shows\n%s", console.Screen())
}

// TestGoroutinesPrintIntoLaterCells executes cells by nbconvert, which keeps
// what belongs to the cell that runs: what a goroutine prints after its own
// cell has to come with a later one.
func TestGoroutinesPrintIntoLaterCells(t *testing.T) {
	program.NeedTime(t)
	jupyter, env := program.Jupyter(t, "nbconvert", "nbclient")
	file := filepath.Join(t.TempDir(), "printer.ipynb")
	cells := notebook.FromCells(
		"import (\"fmt\"; \"time\")\ndone := make(chan bool)\ngo func() { for i := 0; i < 10; i++ { time.Sleep(50 * time.Millisecond); fmt.Println(\"tick\", i) }; close(done) }()",
		"time.Sleep(200 * time.Millisecond)\nfmt.Println(\"second\")",
		"<-done\nfmt.Println(\"third\")")
	if err := cells.WriteFile(file); err != nil {
		t.Fatal(err)
	}
	program.Run(t, env, jupyter, "nbconvert", "--to", "notebook", "--execute", "--inplace", "--ExecutePreprocessor.kernel_name=unfold", file)
	said := []string{}
	for _, c := range codeCells(t, file) {
		said = append(said, "")
		for _, o := range c.Outputs {
			said[len(said)-1] += o.Text
		}
	}
	want := ""
	for i := range 10 {
		want += fmt.Sprintln("tick", i)
	}
	if all := strings.NewReplacer("second\n", "", "third\n", "").Replace(strings.Join(said, "")); all != want {
		t.Errorf("the goroutine's lines are %q", all)
	}
	if !strings.Contains(said[1], "tick") || !strings.Contains(said[2], "tick 9") {
		t.Errorf("the cells say %q", said)
	}
}
