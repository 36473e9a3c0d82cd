package kernel_test

import (
	"path/filepath"
	"strings"
	"testing"

	"unfold/kernel"
	"unfold/kernel/kerneltest"
)

func TestDrawnValuePassesThrough(t *testing.T) {
	run := start(t).Run("bundle x")
	want := `{"execution_count":1,"data":{"text/html":"<b>x</b>","text/plain":"x"},"metadata":{}}`
	if got := string(run.Published[2].Content); got != want {
		t.Errorf("got %s, want %s", got, want)
	}
}

func TestPayloads(t *testing.T) {
	c := start(t)
	for code, want := range map[string]string{
		"next echo 1":    `"payload":[{"source":"set_next_input","text":"echo 1","replace":false}]`,
		"replace echo 2": `"payload":[{"source":"set_next_input","text":"echo 2","replace":true}]`,
		"help me":        `"payload":[{"source":"page","data":{"text/plain":"me"},"start":0}]`,
		"echo 3":         `"payload":[]`,
	} {
		run := c.Run(code)
		if got := string(run.Reply.Content); !strings.Contains(got, want) {
			t.Errorf("%s: got %s, want %s", code, got, want)
		}
		if shows := strings.Contains(run.Kinds(), "execute_result"); shows != (code == "echo 3") {
			t.Errorf("%s published %s", code, run.Kinds())
		}
	}
}

func TestCellsKnowTheirNumber(t *testing.T) {
	c := start(t)
	if got := c.Run("count").Final()[0]; got != "1" {
		t.Errorf("the first is number %s", got)
	}
	if got := c.Execute(map[string]any{"code": "count", "store_history": false}).Final()[0]; got != "0" {
		t.Errorf("one that is not counted is number %s", got)
	}
}

// The sessions of a file follow each other, and its cells are searched.
func TestHistoryOutlivesTheKernel(t *testing.T) {
	info := kernel.Info{Name: "toy", History: filepath.Join(t.TempDir(), "history.db"), Fault: func(err error) { t.Error(err) }}
	at, stop := kerneltest.Start(t, kerneltest.NewToy(), kerneltest.Plain{}, info)
	kerneltest.Connect(t, at).Run("echo before")
	stop()
	at, _ = kerneltest.Start(t, kerneltest.NewToy(), kerneltest.Plain{}, info)
	c := kerneltest.Connect(t, at)
	for _, test := range []struct {
		content map[string]any
		want    string
	}{
		{map[string]any{"hist_access_type": "tail", "n": 1000}, `[[1,1,"echo before"]]`},
		{map[string]any{"hist_access_type": "range", "session": -1, "start": 1, "stop": 2, "output": true}, `[[1,1,["echo before","before"]]]`},
		{map[string]any{"hist_access_type": "search", "pattern": "*bef*"}, `[[1,1,"echo before"]]`},
	} {
		if got := string(c.Ask(c.Shell, "history_request", test.content).Content); got != `{"status":"ok","history":`+test.want+`}` {
			t.Errorf("%v: %s", test.content, got)
		}
	}
}
