package kernel_test

import (
	"fmt"
	"strings"
	"testing"

	"unfold/kernel/kerneltest"
	"unfold/kernel/wire"
)

// sendTo sends a cell to a subshell.
func sendTo(c *kerneltest.Client, subshell, code string) wire.Message {
	return c.SendTo(subshell, "execute_request", map[string]any{"code": code, "allow_stdin": true})
}

func TestSubshellsRunBesideTheMainShell(t *testing.T) {
	c := start(t)
	sub := c.Subshell()
	long := sleeping(c)
	run := c.Finish(sendTo(c, sub, "print a\necho b"))
	want := lines("status busy", `execute_input 2 "print a\necho b"`, `stdout "a\n"`, `execute_result 2 "b"`,
		"status idle", "execute_reply ok 2")
	if got := run.String(); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
	question := c.SendTo(sub, "complete_request", map[string]any{"code": "war"})
	if got := kerneltest.Content(c.Reply(c.Shell, question)); fmt.Sprint(got["matches"]) != "[warn]" {
		t.Errorf("completion: %v", got)
	}
	c.Ask(c.Control, "interrupt_request", struct{}{})
	if got := kerneltest.Line(c.Finish(long).Reply); got != interrupted {
		t.Errorf("the main shell: %s", got)
	}
	if got := kerneltest.Line(c.Run("echo 3").Reply); got != "execute_reply ok 3" {
		t.Errorf("the cell after: %s", got)
	}
}

func TestSubshellsAreListed(t *testing.T) {
	c := start(t)
	list := func() string {
		return string(c.Ask(c.Control, "list_subshell_request", struct{}{}).Content)
	}
	if got := list(); got != `{"status":"ok","subshell_id":[]}` {
		t.Errorf("at first: %s", got)
	}
	first, second := c.Subshell(), c.Subshell()
	if got, want := list(), `{"status":"ok","subshell_id":["`+first+`","`+second+`"]}`; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
	remove := func(id string) string {
		return string(c.Ask(c.Control, "delete_subshell_request", map[string]any{"subshell_id": id}).Content)
	}
	if got := remove(first); got != `{"status":"ok"}` {
		t.Errorf("delete: %s", got)
	}
	for _, id := range []string{first, "", "nonesuch"} {
		if got := remove(id); !strings.Contains(got, `"error"`) {
			t.Errorf("delete %q: %s", id, got)
		}
	}
	if got, want := list(), `{"status":"ok","subshell_id":["`+second+`"]}`; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
}

func TestUnknownSubshellIsNamed(t *testing.T) {
	c := start(t)
	sleeping(c) // the main shell need not be free
	run := c.Finish(sendTo(c, "nonesuch", "echo 1"))
	reply := kerneltest.Content(run.Reply)
	if reply["status"] != "error" || !strings.Contains(fmt.Sprint(reply["evalue"]), `"nonesuch"`) || reply["execution_count"] != 1.0 {
		t.Errorf("got %v", reply)
	}
	if got := run.Kinds(); got != "status" {
		t.Errorf("published %s", got)
	}
}

func TestDeletedSubshellEndsItsCells(t *testing.T) {
	c := start(t)
	sub := c.Subshell()
	atWorkCell := sendTo(c, sub, "sleep 3600000")
	atWork(c, atWorkCell)
	waiting := c.SendTo(sub, "complete_request", map[string]any{"code": "war"})
	c.Ask(c.Control, "delete_subshell_request", map[string]any{"subshell_id": sub})
	if got := kerneltest.Line(c.Finish(atWorkCell).Reply); got != interrupted {
		t.Errorf("the cell at work: %s", got)
	}
	reply := kerneltest.Content(c.Reply(c.Shell, waiting))
	if !strings.Contains(fmt.Sprint(reply["evalue"]), sub) {
		t.Errorf("what waits: %v", reply)
	}
	if got := kerneltest.Line(c.Run("echo 2").Reply); got != "execute_reply ok 2" {
		t.Errorf("the main shell: %s", got)
	}
}

func TestInterruptEndsTheCellsOfAllShells(t *testing.T) {
	c := start(t)
	main := sleeping(c)
	var subs []wire.Message
	for range 3 {
		request := sendTo(c, c.Subshell(), "sleep 3600000")
		atWork(c, request)
		subs = append(subs, request)
	}
	c.Ask(c.Control, "interrupt_request", struct{}{})
	for _, request := range append(subs, main) {
		if got := kerneltest.Line(c.Reply(c.Shell, request)); !strings.Contains(got, "Interrupted") {
			t.Errorf("got %q", got)
		}
	}
}

// A failure aborts what waits in its own shell only.
func TestFailureLeavesOtherShellsAlone(t *testing.T) {
	t.Parallel()
	c := start(t)
	sub := c.Subshell()
	sleeping(c)
	waiting := c.Send(c.Shell, "execute_request", map[string]any{"code": "echo 2"})
	failing := sendTo(c, sub, "fail")
	behind := sendTo(c, sub, "echo 3")
	c.Finish(failing)
	if got := kerneltest.Line(c.Finish(behind).Reply); !strings.HasPrefix(got, "execute_reply aborted") {
		t.Errorf("behind it: %s", got)
	}
	c.Send(c.Shell, "execute_request", map[string]any{"code": "echo 4"})
	c.Ask(c.Control, "interrupt_request", struct{}{})
	if got := kerneltest.Line(c.Reply(c.Shell, waiting)); !strings.HasPrefix(got, "execute_reply aborted") {
		t.Errorf("behind the interrupted cell: %s", got)
	}
}

// Late text goes to the cell of the main shell, never to that of a subshell.
func TestLateTextPassesSubshellsBy(t *testing.T) {
	c := start(t)
	sub := c.Subshell()
	first := c.Run("hold tardy")
	second := c.Finish(sendTo(c, sub, "release"))
	if got := second.Text("stdout"); got != "" {
		t.Errorf("the subshell's cell shows %q", got)
	}
	late := c.Published()
	for late.Header.Type != "stream" {
		late = c.Published()
	}
	if kerneltest.Line(late) != `stdout "tardy\n"` || kerneltest.ParentID(late) != first.Request.Header.ID {
		t.Errorf("got %s for %q", kerneltest.Line(late), kerneltest.ParentID(late))
	}
	c.Finish(sendTo(c, sub, "hold from below"))
	main := c.Run("release")
	if got := main.Text("stdout"); got != "from below\n" {
		t.Errorf("the main shell's cell shows %q", got)
	}
}

// Cells that print at the same time are gathered all the same.
func TestShellsPrintAtOnce(t *testing.T) {
	c := start(t)
	const n = 20_000
	requests := []wire.Message{c.Send(c.Shell, "execute_request", map[string]any{"code": fmt.Sprintf("repeat %d main", n)})}
	for i := range 2 {
		requests = append(requests, sendTo(c, c.Subshell(), fmt.Sprintf("repeat %d sub%d", n, i)))
	}
	outputs := 0
	for i, request := range requests {
		run := kerneltest.Transcript{Published: c.Outputs(request)}
		word := []string{"main\n", "sub0\n", "sub1\n"}[i]
		if got := run.Text("stdout"); got != strings.Repeat(word, n) {
			t.Errorf("%d bytes of %q", len(got), word)
		}
		outputs += len(run.Published)
	}
	if outputs > n/100 {
		t.Errorf("%d messages", outputs)
	}
}

func TestQuestionsOfShellsWaitForEachOther(t *testing.T) {
	c := start(t)
	sub := c.Subshell()
	first := c.Send(c.Shell, "execute_request", map[string]any{"code": "ask first?", "allow_stdin": true})
	asked := c.Asked()
	second := sendTo(c, sub, "ask second?")
	atWork(c, second)
	c.Send(c.Stdin, "input_reply", map[string]any{"value": "1"})
	if got := kerneltest.ParentID(asked); got != first.Header.ID {
		t.Errorf("first asked for %q", got)
	}
	if got := kerneltest.ParentID(c.Asked()); got != second.Header.ID {
		t.Errorf("then asked for %q", got)
	}
	c.Send(c.Stdin, "input_reply", map[string]any{"value": "2"})
	for _, request := range []wire.Message{first, second} {
		if got := kerneltest.Line(c.Reply(c.Shell, request)); !strings.HasPrefix(got, "execute_reply ok") {
			t.Error(got)
		}
	}
}
