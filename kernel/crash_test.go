package kernel_test

import (
	"fmt"
	"strings"
	"testing"

	"unfold/dsl/cell"
	"unfold/engine"
	"unfold/kernel"
	"unfold/kernel/kerneltest"
)

// brittle is a language, and a renderer, of which everything panics but the
// cells themselves.
type brittle struct{ *kerneltest.Toy }

func (brittle) Complete(string, int) cell.Completion                        { panic("complete") }
func (brittle) Inspect(string, int, int) (cell.Help, bool)                  { panic("inspect") }
func (brittle) Pending(string) (string, cell.Completeness)                  { panic("pending") }
func (brittle) PIDs() []int                                                 { panic("pids") }
func (b brittle) Stop()                                                     { b.Toy.Stop(); panic("stop") }
func (brittle) Converse(string, kernel.Talk, func(kernel.Talk)) kernel.Comm { panic("converse") }
func (brittle) Render(any) (data, metadata map[string]any)                  { panic("render") }
func (brittle) Progress(engine.Progress) (data map[string]any)              { panic("progress") }

// A panic in the language or the renderer is an error of its request, whose
// idle comes all the same; the kernel goes on.
func TestCrashesStayInTheirCell(t *testing.T) {
	lang := brittle{kerneltest.NewToy()}
	at, _ := kerneltest.Start(t, lang, lang, kernel.Info{Name: "brittle"})
	c := kerneltest.Connect(t, at)
	for _, kind := range []string{"complete_request", "inspect_request", "is_complete_request"} {
		request := c.Send(c.Shell, kind, map[string]any{"code": "x"})
		reply := kerneltest.Content(c.Reply(c.Shell, request))
		if reply["status"] != "error" || reply["ename"] != "Panic" {
			t.Errorf("%s: %v", kind, reply)
		}
		c.Outputs(request)
	}
	if reply := kerneltest.Content(c.Ask(c.Control, "usage_request", struct{}{})); reply["status"] != "error" {
		t.Errorf("usage: %v", reply)
	}
	c.Outputs(c.Send(c.Shell, "comm_open", map[string]any{"comm_id": "x", "target_name": "echo"}))
	for code, want := range map[string]string{
		"echo 1":      "execute_reply error", // its value cannot be drawn
		"display - 1": "execute_reply ok",    // it goes on without the display
		"work 700":    "execute_reply ok",    // and without the bar
		"panic":       "execute_reply error",
	} {
		if got := kerneltest.Line(c.Run(code).Reply); !strings.HasPrefix(got, want) {
			t.Errorf("%s: %s", code, got)
		}
	}
	stuck := c.Send(c.Shell, "execute_request", map[string]any{"code": "stick"})
	atWork(c, stuck)
	interruptUntilDone(t, c, func() { c.Ask(c.Control, "interrupt_request", struct{}{}) })
	if got := kerneltest.Line(c.Run("print on").Reply); !strings.HasPrefix(got, "execute_reply ok") {
		t.Errorf("afterwards: %s", got)
	}
}

// Errors are text for a terminal, never HTML, with a traceback of strings.
func TestReports(t *testing.T) {
	c := start(t)
	for _, code := range []string{"fail of it", "plainly <b>wrong</b>\nand more", "plainly ", "panic help", "nonsense"} {
		run := c.Run(code)
		for _, content := range []map[string]any{kerneltest.Content(run.Published[2]), kerneltest.Content(run.Reply)} {
			lines, isList := content["traceback"].([]any)
			if !isList || len(lines) == 0 {
				t.Errorf("%q: the traceback is %v", code, content["traceback"])
			}
			for _, line := range lines {
				if text, isText := line.(string); !isText || strings.Contains(text, "\n") {
					t.Errorf("%q: a line of the traceback is %q", code, line)
				}
			}
			if content["ename"] == "" || content["evalue"] == nil {
				t.Errorf("%q: %v", code, content)
			}
		}
		if kinds := run.Kinds(); kinds != "status execute_input error status" {
			t.Errorf("%q published %s", code, kinds)
		}
	}
}

// A display is shown anew under its id, an animation clears what it follows,
// and a cell that runs again leaves alone what it showed before.
func TestDisplay(t *testing.T) {
	c := start(t)
	ids := map[string]bool{}
	for range 2 {
		run := c.Run("display x 1\ndisplay x 2")
		if got := run.Final(); fmt.Sprint(got) != "[2]" {
			t.Errorf("the notebook keeps %q", got)
		}
		for _, m := range run.Published[2:4] {
			id := kerneltest.Content(m)["transient"].(map[string]any)["display_id"].(string)
			ids[id] = true
			if metadata := kerneltest.Content(m)["metadata"]; fmt.Sprint(metadata) != "map[]" {
				t.Errorf("metadata is %v", metadata)
			}
		}
	}
	if len(ids) != 2 {
		t.Errorf("%d ids for two runs", len(ids))
	}
	run := c.Run(strings.Repeat("clear wait\ndisplay - 1\nsleep 1\n", 20) + "clear wait\ndisplay - last")
	if got := run.Final(); fmt.Sprint(got) != "[last]" {
		t.Errorf("the animation leaves %q", got)
	}
}
