package kernel_test

import (
	"testing"

	"unfold/kernel/kerneltest"
	"unfold/kernel/wire"
)

func TestQueries(t *testing.T) {
	at := startAt(t)
	c := kerneltest.Connect(t, at)
	c.Run("echo 1")
	c.Run("print 1")
	c.Run("echo 1")
	for _, test := range []struct {
		kind    string
		content map[string]any
		want    string
	}{
		{"complete_request", map[string]any{"code": "𝔸 wa", "cursor_pos": 4},
			`{"status":"ok","matches":["warn"],"cursor_start":2,"cursor_end":4,"metadata":{"_jupyter_types_experimental":[{"text":"warn","type":"keyword","start":2,"end":4,"signature":""}]}}`},
		{"complete_request", map[string]any{"code": "zz", "cursor_pos": 99},
			`{"status":"ok","matches":[],"cursor_start":0,"cursor_end":2,"metadata":{"_jupyter_types_experimental":[]}}`},
		{"complete_request", map[string]any{"code": "zz", "cursor_pos": -1},
			`{"status":"ok","matches":["ask","bundle","clear","count","display","echo","fail","help","hold","later","nan","next","panic","plainly","print","refine","release","repeat","replace","secret","sleep","stick","warn","work"]`},
		{"inspect_request", map[string]any{"code": "print", "detail_level": 1},
			`{"status":"ok","found":true,"data":{"text/markdown":"` + "`print`" + ` is a command of the toy language","text/plain":"print is a command of the toy language (1)"},"metadata":{}}`},
		{"inspect_request", map[string]any{"code": "zz", "cursor_pos": 1},
			`{"status":"ok","found":false,"data":{},"metadata":{}}`},
		{"is_complete_request", map[string]any{"code": "echo 1"}, `{"status":"complete"}`},
		{"is_complete_request", map[string]any{"code": `echo \`}, `{"status":"incomplete","indent":"  "}`},
		{"is_complete_request", map[string]any{"code": `?`}, `{"status":"invalid"}`},
		{"history_request", map[string]any{"hist_access_type": "tail", "n": 2},
			`{"status":"ok","history":[[1,2,"print 1"],[1,3,"echo 1"]]}`},
		{"history_request", map[string]any{"hist_access_type": "tail", "n": 2, "output": true},
			`{"status":"ok","history":[[1,2,["print 1",null]],[1,3,["echo 1","1"]]]}`},
		{"history_request", map[string]any{"hist_access_type": "range", "session": 0, "start": 1, "stop": 3},
			`{"status":"ok","history":[[1,1,"echo 1"],[1,2,"print 1"]]}`},
		{"history_request", map[string]any{"hist_access_type": "range", "session": 7, "start": 1},
			`{"status":"ok","history":[]}`},
		{"history_request", map[string]any{"hist_access_type": "search", "pattern": "e*o ?"},
			`{"status":"ok","history":[[1,1,"echo 1"],[1,3,"echo 1"]]}`},
		{"history_request", map[string]any{"hist_access_type": "search", "pattern": "*1", "unique": true},
			`{"status":"ok","history":[[1,2,"print 1"],[1,3,"echo 1"]]}`},
		{"history_request", map[string]any{"hist_access_type": "search", "n": 1},
			`{"status":"ok","history":[[1,3,"echo 1"]]}`},
		{"history_request", map[string]any{}, `{"status":"error","ename":"Error","evalue":"kernel: hist_access_type is`},
		{"comm_info_request", map[string]any{"target_name": "x"}, `{"status":"ok","comms":{}}`},
		{"kernel_info_request", map[string]any{},
			`{"status":"ok","protocol_version":"5.5","implementation":"toy","implementation_version":"1","language_info":{"name":"go","version":"1.26","mimetype":"text/x-go","file_extension":".go","pygments_lexer":"go","codemirror_mode":"go","nbconvert_exporter":"script"},"banner":"toy","debugger":false,"help_links":[],"supported_features":["kernel subshells"]}`},
	} {
		got := string(c.Ask(c.Shell, test.kind, test.content).Content)
		if len(got) < len(test.want) || got[:len(test.want)] != test.want {
			t.Errorf("%s %v:\ngot  %s\nwant %s", test.kind, test.content, got, test.want)
		}
	}
	ports := kerneltest.Content(c.Ask(c.Shell, "connect_request", struct{}{}))
	if got := ports["shell_port"]; got != float64(at.Shell) {
		t.Errorf("connect_reply names shell port %v, want %d", got, at.Shell)
	}
}

// Nothing that a front end sends may stop the kernel or leave it busy.
func TestBadRequests(t *testing.T) {
	c := start(t)
	for _, test := range []struct {
		kind, content, reply string
	}{
		{"execute_request", `{}`, "ok"},
		{"execute_request", `{"code":5}`, "error"},
		{"execute_request", `{"code":"","silent":"yes"}`, "error"},
		{"execute_request", `{"code":"","user_expressions":[1]}`, "error"},
		{"complete_request", `{}`, "ok"},
		{"complete_request", `{"code":"a","cursor_pos":"b"}`, "error"},
		{"inspect_request", `{"detail_level":null}`, "ok"},
		{"is_complete_request", `{"code":[]}`, "error"},
		{"history_request", `{"hist_access_type":3}`, "error"},
		{"comm_open", `{"comm_id":1}`, ""},
		{"comm_msg", `{}`, ""},
		{"no_such_request", `{}`, ""},
		{"", `{}`, "none"},
	} {
		m := wire.Message{Header: wire.NewHeader("s", test.kind), Content: []byte(test.content)}
		if err := c.Shell.Send(m); err != nil {
			t.Fatal(err)
		}
		if test.reply == "none" {
			continue // no message at all
		}
		if test.reply != "" {
			reply := kerneltest.Content(c.Reply(c.Shell, m))
			if reply["status"] != test.reply {
				t.Errorf("%s %s: %v", test.kind, test.content, reply)
			}
			if _, counted := reply["execution_count"]; test.kind == "execute_request" && !counted {
				t.Errorf("%s %s: no execution_count in %v", test.kind, test.content, reply)
			}
		}
		published := c.Outputs(m)
		if first := kerneltest.Line(published[0]); first != "status busy" {
			t.Errorf("%s %s: began with %s", test.kind, test.content, first)
		}
	}
	if got := kerneltest.Line(c.Run("echo 1").Reply); got != "execute_reply ok 1" {
		t.Errorf("a cell after all that: %s", got)
	}
}
