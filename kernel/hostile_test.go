package kernel_test

import (
	"testing"

	"unfold/kernel/kerneltest"
	"unfold/kernel/wire"
)

// Whatever a request of whatever type holds, on either socket, for whatever
// shell, it is wrapped in busy and idle, and the kernel goes on.
func TestRequestsOfAnyContent(t *testing.T) {
	c := start(t)
	sub := c.Subshell()
	contents := []string{
		`{}`, `{"code":null}`, `{"code":7,"cursor_pos":"x"}`, `{"code":"fail","cursor_pos":-9e15}`, `{"cursor_pos":1.5}`,
		`{"code":"\ud800","cursor_pos":9007199254740993,"detail_level":-1}`, `{"comm_id":"","target_name":[]}`,
		`{"comm_id":"x","data":null}`, `{"subshell_id":null}`, `{"subshell_id":{}}`, `{"user_expressions":{"a":5}}`,
		`{"hist_access_type":"range","session":-99999999999,"start":-5,"stop":null}`, `{"hist_access_type":"tail","n":-1e3}`,
		`{"hist_access_type":"search","pattern":"[[[*?\\","n":1}`, `{"code":"","code":{},"store_history":[]}`,
	}
	count := 0
	for _, kind := range []string{
		"execute_request", "complete_request", "inspect_request", "is_complete_request", "history_request",
		"kernel_info_request", "connect_request", "comm_info_request", "comm_open", "comm_msg", "comm_close",
		"interrupt_request", "usage_request", "create_subshell_request", "delete_subshell_request",
		"list_subshell_request", "debug_request", "input_reply", "status", "execute_reply", "_request", "\x00",
	} {
		for _, text := range contents {
			for _, to := range []*wire.Peer{c.Shell, c.Control} {
				for _, subshell := range []string{"", sub, "nowhere"} {
					header := wire.NewHeader("s", kind)
					header.Subshell = subshell
					m := wire.Message{Header: header, Content: []byte(text)}
					if err := to.Send(m); err != nil {
						t.Fatal(err)
					}
					published := c.Outputs(m)
					if first := kerneltest.Line(published[0]); first != "status busy" {
						t.Fatalf("%s %s: began with %s", kind, text, first)
					}
					drain(to)
					count++
				}
			}
		}
	}
	t.Logf("%d requests", count)
	if got := kerneltest.Content(c.Run("echo 1").Reply)["status"]; got != "ok" {
		t.Errorf("a cell after all that: %v", got)
	}
}

// drain takes the replies that have come.
func drain(from *wire.Peer) {
	for {
		select {
		case <-from.Messages():
		default:
			return
		}
	}
}
