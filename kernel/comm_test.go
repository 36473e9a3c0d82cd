package kernel_test

import (
	"strings"
	"testing"

	"unfold/kernel/kerneltest"
	"unfold/kernel/wire"
)

// comm sends a message of a comm and returns what is published for it, without
// the status.
func comm(c *kerneltest.Client, kind string, content map[string]any) []wire.Message {
	request := c.Send(c.Shell, kind, content)
	published := c.Outputs(request)
	return published[1 : len(published)-1]
}

func TestCommsAreRefused(t *testing.T) {
	c := start(t)
	said := comm(c, "comm_open", map[string]any{"comm_id": "abc", "target_name": "widget", "data": map[string]any{}})
	if len(said) != 1 || said[0].Header.Type != "comm_close" {
		t.Fatalf("published %d messages", len(said))
	}
	if got := string(said[0].Content); got != `{"comm_id":"abc","data":{}}` {
		t.Errorf("comm_close: %s", got)
	}
	if said := comm(c, "comm_msg", map[string]any{"comm_id": "abc", "data": map[string]any{}}); len(said) != 0 {
		t.Errorf("a message to it: %s", kerneltest.Line(said[0]))
	}
}

func TestComms(t *testing.T) {
	c := start(t)
	if said := comm(c, "comm_open", map[string]any{"comm_id": "e1", "target_name": "echo"}); len(said) != 0 {
		t.Fatalf("comm_open: %s", kerneltest.Line(said[0]))
	}
	for target, want := range map[string]string{
		"": `{"e1":{"target_name":"echo"}}`, "echo": `{"e1":{"target_name":"echo"}}`, "other": `{}`,
	} {
		reply := string(c.Ask(c.Shell, "comm_info_request", map[string]any{"target_name": target}).Content)
		if reply != `{"status":"ok","comms":`+want+`}` {
			t.Errorf("comms of %q: %s", target, reply)
		}
	}
	sleeping(c)
	heard := c.SendTo(c.Subshell(), "comm_msg", map[string]any{"comm_id": "e1", "data": map[string]any{"n": 1}})
	said := c.Outputs(heard) // while a cell is at work in the main shell
	if len(said) != 3 || string(said[1].Content) != `{"comm_id":"e1","data":{"n":1}}` {
		t.Fatalf("published %d messages", len(said))
	}
	c.Ask(c.Control, "interrupt_request", struct{}{})
	if said := comm(c, "comm_close", map[string]any{"comm_id": "e1"}); len(said) != 1 {
		t.Errorf("comm_close: %d messages", len(said))
	}
	if got := string(c.Ask(c.Shell, "comm_info_request", struct{}{}).Content); !strings.HasSuffix(got, `"comms":{}}`) {
		t.Errorf("after the end: %s", got)
	}
}
