package kernel

import (
	"encoding/json"
	"strings"
	"testing"
	"time"

	"unfold/kernel/wire"
)

// testRun returns the run of a cell, and what is published of it.
func testRun(t *testing.T) (*run, <-chan wire.Message) {
	t.Helper()
	p, messages := testIOPub(t)
	k := &kernel{iopub: p, fault: func(err error) { t.Error(err) }}
	k.shells.list = []*shell{{}}
	return &run{k: k, request: &request{}, ended: make(chan struct{})}, messages
}

// said is the text of a stream until a message of the type "end".
func said(t *testing.T, stream string, messages <-chan wire.Message) string {
	t.Helper()
	var text strings.Builder
	for m := range messages {
		var c streamContent
		if m.Header.Type == "end" {
			break
		}
		if err := json.Unmarshal(m.Content, &c); err != nil {
			t.Fatal(err)
		}
		if c.Name == stream {
			text.WriteString(c.Text)
		}
	}
	return text.String()
}

// A character whose bytes are written apart is shown as it is, however long
// they are under way and whatever is said between them on the other stream.
func TestCharactersStayWhole(t *testing.T) {
	r, messages := testRun(t)
	const text = "é漢😀 end\n"
	for i, b := range []byte(text) {
		r.Stream("stdout", string([]byte{b}))
		if i%5 == 0 {
			r.Stream("stderr", "warn ")
			r.k.iopub.flush()
		}
	}
	r.Stream("stdout", "cut off: \xe6\xbc")
	r.finish(false)
	r.k.iopub.post(nil, "end", empty{})
	if got, want := said(t, "stdout", messages), text+"cut off: \ufffd\ufffd"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}

func TestUnfinished(t *testing.T) {
	for text, want := range map[string]int{
		"": 0, "a": 0, "é": 0, "a\xc3": 1, "\xe6\xbc": 2, "\xf0\x9f\x98": 3, "😀": 0,
		"\xff": 0, "\x80\x80\x80\x80": 0, "\xf0a": 0, "é\xf0": 1, "\xe6\xbc\xa2": 0,
	} {
		if got := incompleteBytes(text); got != want {
			t.Errorf("%q: %d, want %d", text, got, want)
		}
	}
}

// The outputs of cells that are over are not kept: goroutines that cells leave
// behind keep their runs.
func TestRunsForgetTheirOutput(t *testing.T) {
	r, messages := testRun(t)
	r.Stream("stdout", strings.Repeat("x", 1<<16))
	r.finish(false)
	r.Stream("stdout", "late")
	r.k.iopub.post(nil, "end", empty{})
	if got := said(t, "stdout", messages); !strings.HasSuffix(got, "xlate") {
		t.Errorf("%d bytes arrived", len(got))
	}
	if r.shown.bytes > 0 || len(r.shown.entries) > 0 {
		t.Errorf("%d bytes in %d outputs are kept", r.shown.bytes, len(r.shown.entries))
	}
	r.Progress(r.bar.latest)
	if r.bar.timer != nil {
		t.Error("a bar is about to be drawn")
	}
	select {
	case <-r.ended:
	case <-time.After(time.Second):
		t.Error("it is not over")
	}
}
