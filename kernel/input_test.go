package kernel_test

import (
	"testing"
	"time"

	"unfold/kernel/kerneltest"
	"unfold/kernel/wire"
)

// question runs a cell and waits for what it asks.
func question(t *testing.T, c *kerneltest.Client, code string) (cell, asked wire.Message) {
	t.Helper()
	cell = c.Send(c.Shell, "execute_request", map[string]any{"code": code, "allow_stdin": true})
	return cell, c.Asked()
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

// A front end may send a cell before it has opened the socket on which it is
// asked.
func TestQuestionWaitsForItsSocket(t *testing.T) {
	at := startAt(t)
	watcher := kerneltest.Connect(t, at)
	// A connection with a stdin port of its own listens elsewhere, so that the
	// kernel has nobody to ask until a second client comes under the name.
	elsewhere := at
	elsewhere.Stdin = startAt(t).Stdin
	first, err := wire.Dial(elsewhere, "late")
	if err != nil {
		t.Fatal(err)
	}
	defer first.Close()
	request := wire.Message{
		Header:  wire.NewHeader("late", "execute_request"),
		Content: []byte(`{"code":"ask name?","allow_stdin":true}`),
	}
	if err := first.Shell.Send(request); err != nil {
		t.Fatal(err)
	}
	atWork(watcher, request)
	second, err := wire.Dial(at, "late")
	if err != nil {
		t.Fatal(err)
	}
	defer second.Close()
	select {
	case m := <-second.Stdin.Messages():
		if kerneltest.ParentID(m) != request.Header.ID {
			t.Errorf("asked for %q", kerneltest.ParentID(m))
		}
	case <-time.After(10 * time.Second):
		t.Fatal("nobody was asked")
	}
}

// An answer of another front end, or to another question, is none.
func TestAnswersOfOthersDoNotCount(t *testing.T) {
	at := startAt(t)
	c, other := kerneltest.Connect(t, at), kerneltest.Connect(t, at)
	cell, asked := question(t, c, "ask name?")
	other.Send(other.Stdin, "input_reply", map[string]any{"value": "theirs"})
	stale := wire.Message{Header: asked.Header, Verbatim: nil, Content: []byte(`{"value":"old"}`)}
	stale.Header.Type = "input_reply"
	stale.Parent = []byte(`{"msg_id":"an earlier one","msg_type":"input_request"}`)
	if err := c.Stdin.Send(stale); err != nil {
		t.Fatal(err)
	}
	c.Ask(c.Control, "kernel_info_request", struct{}{})
	time.Sleep(50 * time.Millisecond) // time for them to be mistaken
	c.Send(c.Stdin, "input_reply", map[string]any{"value": "mine"})
	if got := c.Finish(cell).Final(); len(got) != 1 || got[0] != "mine" {
		t.Errorf("the cell got %q", got)
	}
}
