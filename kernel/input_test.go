package kernel_test

import (
	"testing"

	"unfold/kernel/kerneltest"
	"unfold/kernel/wire"
)

// question runs a cell and waits for what it asks.
func question(t *testing.T, c *kerneltest.Client, code string) (cell, asked wire.Message) {
	t.Helper()
	cell = c.Send(c.Shell, "execute_request", map[string]any{"code": code, "allow_stdin": true})
	return cell, <-c.Stdin.Messages()
}

func TestInput(t *testing.T) {
	c := start(t)
	for _, test := range []struct {
		code, value, asked, reply string
	}{
		{"ask name?", "Ada", `{"prompt":"name?","password":false}`, "execute_reply ok 1"},
		{"secret word?", "x", `{"prompt":"word?","password":true}`, "execute_reply ok 2"},
		{"ask end?", "\x04", `{"prompt":"end?","password":false}`, "execute_reply error 3 Error: EOF"},
	} {
		cell, asked := question(t, c, test.code)
		if kerneltest.ParentID(asked) != cell.Header.ID || string(asked.Content) != test.asked {
			t.Errorf("%s: asked %s for %q", test.code, asked.Content, kerneltest.ParentID(asked))
		}
		c.Send(c.Stdin, "input_reply", map[string]any{"value": test.value})
		run := c.Finish(cell)
		if got := kerneltest.Line(run.Reply); got != test.reply {
			t.Errorf("%s: %s", test.code, got)
		}
		if final := run.Final(); run.Kinds() == "status execute_input execute_result status" && final[0] != test.value {
			t.Errorf("%s: the cell got %q", test.code, final)
		}
	}
}

func TestInputWhereNobodyAnswers(t *testing.T) {
	run := start(t).Run("ask name?")
	if got := kerneltest.Content(run.Reply)["status"]; got != "error" {
		t.Errorf("status is %v", got)
	}
}

func TestStaleAnswersAreForgotten(t *testing.T) {
	c := start(t)
	c.Send(c.Stdin, "input_reply", map[string]any{"value": "stale"})
	c.Send(c.Stdin, "input_reply", map[string]any{"value": "staler"})
	c.Run("sleep 50") // the answers have arrived by then, or else count as answers
	cell, _ := question(t, c, "ask name?")
	c.Send(c.Stdin, "input_reply", map[string]any{"value": "fresh"})
	if got := c.Finish(cell).Final(); len(got) != 1 || got[0] != "fresh" {
		t.Errorf("the cell got %q", got)
	}
}

func TestInterruptEndsAQuestion(t *testing.T) {
	c := start(t)
	question(t, c, "ask name?")
	reply := interruptUntilDone(t, c, func() { c.Ask(c.Control, "interrupt_request", struct{}{}) })
	if got := kerneltest.Line(reply); got != interrupted {
		t.Errorf("got %s", got)
	}
}
