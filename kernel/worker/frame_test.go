package worker

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"io"
	"strings"
	"testing"
	"time"

	"unfold/dsl/cell"
)

func TestFrames(t *testing.T) {
	var stream []byte
	sent := []frame{{kindStdout, 7, []byte("hello")}, {kindReady, 0, []byte{}}, {kindResult, 1 << 60, bytes.Repeat([]byte("x"), firstRead+1)}}
	for _, f := range sent {
		var err error
		if stream, err = appendFrame(stream, f); err != nil {
			t.Fatal(err)
		}
	}
	r := bytes.NewReader(stream)
	for _, want := range sent {
		got, err := readFrame(r)
		if err != nil || got.kind != want.kind || got.id != want.id || !bytes.Equal(got.body, want.body) {
			t.Fatalf("read %d %d %.10q (%v), sent %d %d %.10q", got.kind, got.id, got.body, err, want.kind, want.id, want.body)
		}
	}
	if _, err := readFrame(r); err != io.EOF {
		t.Errorf("the end is %v", err)
	}
	for cut := 1; cut < headerSize+5; cut++ {
		if _, err := readFrame(bytes.NewReader(stream[:cut])); err != io.ErrUnexpectedEOF {
			t.Errorf("a frame cut after %d bytes is %v", cut, err)
		}
	}
	huge := []byte{0xff, 0xff, 0xff, 0xff, byte(kindStdout), 0, 0, 0, 0, 0, 0, 0, 0}
	if _, err := readFrame(bytes.NewReader(huge)); err == nil || errors.Is(err, io.ErrUnexpectedEOF) {
		t.Errorf("a claim of 4 GB is %v", err)
	}
}

// FuzzFrames feeds both sides whatever bytes: neither panics, and what is read
// is written as it was.
func FuzzFrames(f *testing.F) {
	for _, seed := range []frame{
		{kindEval, 1, []byte(`{"Code":"echo x"}`)}, {kindCancel, 1, nil}, {kindAnswer, 1, []byte(`{"Text":"x"}`)},
		{kindComplete, 2, []byte(`{"Code":"x","Cursor":1}`)}, {kindRestore, 3, []byte(`[{"Name":"x","Text":"set x 1"}]`)},
		{kindStdout, 1, []byte("x")}, {kindDisplay, 1, []byte(`{"ID":"x","Value":{"Bundle":{"Data":{"text/plain":"x"}}}}`)},
		{kindResult, 1, []byte(`{"Failure":{"Kind":"x"}}`)}, {kindMemories, 0, []byte(`[{"Name":"x"}]`)}, {kindReady, 0, nil},
		{kindInput, 1, []byte(`{"Question":1}`)}, {kindProgress, 1, []byte(`{"Stage":"x"}`)}, {kindClear, 1, []byte(`{}`)}, {kind(200), 0, nil},
	} {
		data, err := appendFrame(nil, seed)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(data)
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		r := bytes.NewReader(data)
		for {
			before := r.Len()
			got, err := readFrame(r)
			if err != nil {
				break
			}
			again, err := appendFrame(nil, got)
			if at := len(data) - before; err != nil || !bytes.Equal(again, data[at:at+len(again)]) {
				t.Fatalf("%x was read from %x", again, data)
			}
		}
		_ = serve(Host{Language: quiet{}, Renderer: plain{}, JSON: toJSON}, bytes.NewReader(data), io.Discard)

		s := &Supervisor{options: Options{Fault: func(error) {}}, journal: newJournal()}
		s.outputs.running = map[uint64]cell.Output{}
		c := newChild(s, nil)
		c.greeted = true // what follows needs a process
		_ = c.listen(bytes.NewReader(data))
	})
}

// quiet is a toy in which no cell has an effect.
type quiet struct{ *toy }

func (quiet) Eval(context.Context, string, cell.Output) (any, error) { return nil, nil }

func (quiet) Changes(time.Duration) []cell.Memory { return nil }

func (quiet) Restore(context.Context, []cell.Memory) []cell.Memory { return nil }

func TestJournalIsBounded(t *testing.T) {
	j := newJournal()
	j.limit = 100
	j.record([]cell.Memory{{Name: "a", Text: strings.Repeat("x", 60)}, {Name: "b", Text: strings.Repeat("y", 60)}, {Name: "c", Text: "z"}})
	kept, lost := j.contents()
	if len(kept) != 2 || len(lost) != 1 || lost[0].Name != "b" || !strings.Contains(lost[0].Gone, "too large to keep") {
		t.Errorf("kept %v, lost %v", kept, lost)
	}
	j.record([]cell.Memory{{Name: "a"}, {Name: "c", Text: "zz"}, {Name: "b", Text: strings.Repeat("y", 60)}})
	kept, lost = j.contents()
	if text, _ := json.Marshal(kept); len(lost) != 0 || len(kept) != 2 || kept[0].Name != "c" || kept[1].Name != "b" {
		t.Errorf("kept %s, lost %v", text, lost)
	}
	if want := len("zz") + 60 + 2; j.size != want {
		t.Errorf("the size is %d, want %d", j.size, want)
	}
}
