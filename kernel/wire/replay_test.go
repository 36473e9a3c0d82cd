package wire

import (
	"encoding/binary"
	"errors"
	"testing"
)

func TestHistory(t *testing.T) {
	name := func(i int) (d digest) {
		binary.BigEndian.PutUint64(d[:], uint64(i))
		return d
	}
	var h history
	for i := range 3 * remembered {
		if !h.first(name(i)) || h.first(name(i)) {
			t.Fatalf("%d: not told from what came before", i)
		}
	}
	if len(h.known) != remembered || len(h.order) != remembered {
		t.Errorf("%d and %d are remembered, want %d", len(h.known), len(h.order), remembered)
	}
	for i := 2 * remembered; i < 3*remembered; i++ {
		if h.first(name(i)) {
			t.Fatalf("%d was forgotten too early", i)
		}
	}
}

func TestReplaysAreRefused(t *testing.T) {
	codec := NewCodec("key").remembering()
	if _, err := codec.Decode(signed); err != nil {
		t.Fatal(err)
	}
	if _, err := codec.Decode(signed); !errors.Is(err, ErrReplay) {
		t.Errorf("again: %v", err)
	}
	// Another route or other buffers make no other message.
	if _, err := codec.Decode(append(frames("x"), signed[2:8]...)); !errors.Is(err, ErrReplay) {
		t.Errorf("by another route: %v", err)
	}
	// Without a key nothing tells messages apart.
	unsigned := NewCodec("").remembering()
	for range 2 {
		if _, err := unsigned.Decode(signed); err != nil {
			t.Error(err)
		}
	}
}
