package wire

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"net"
	"os"
	"runtime"
	"slices"
	"sync/atomic"
	"testing"
	"time"
)

// Each of these is reported as what it is, and dropped; the peer stays.
func TestBadMessagesAreReportedAndDropped(t *testing.T) {
	faults := make(chan error, 100)
	s, err := Listen(Loopback(), func(err error) { faults <- err })
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close(0)
	codec := NewCodec(s.Connection().Key)
	sign := func(dictionaries ...string) [][]byte {
		d := frames(dictionaries...)
		return slices.Concat(frames("<IDS|MSG>"), [][]byte{codec.sign(d)}, d)
	}
	foreign, err := NewCodec("not the key").Encode(Message{Header: NewHeader("s", "t")})
	if err != nil {
		t.Fatal(err)
	}
	c := dial(t, s, "me")
	for _, bad := range []struct {
		frames [][]byte
		want   error
	}{
		{foreign, ErrSignature},
		{frames(""), ErrDelimiter},
		{frames("a", "b"), ErrDelimiter},
		{frames("<IDS|MSG>"), ErrShort},
		{frames("<IDS|MSG>", "", header, "{}", "{}"), ErrShort},
		{frames("<IDS|MSG>", "", header, "{}", "{}", "{}"), ErrSignature},
		{sign("", "", "", ""), ErrJSON},
		{sign(header, "{}", "{}", "nonsense"), ErrJSON},
		{sign(header, "[]", "{}", "{}"), ErrJSON},
		{sign(`{}`, "{}", "{}", "{}"), ErrHeader},
		{sign(`{"msg_id":1,"msg_type":"t"}`, "{}", "{}", "{}"), ErrHeader},
		{sign(`{"msg_id":"1","msg_type":["t"]}`, "{}", "{}", "{}"), ErrHeader},
	} {
		c.Shell.SendFrames(bad.frames...)
		if err := <-faults; !errors.Is(err, bad.want) {
			t.Errorf("%q: %v, want %v", bad.frames, err, bad.want)
		}
	}

	// A message that was overheard is no message, on whichever channel.
	m := Message{Header: NewHeader("s", "execute_request")}
	overheard, err := codec.Encode(m)
	if err != nil {
		t.Fatal(err)
	}
	c.Shell.SendFrames(overheard...)
	take(t, s.Shell.Messages())
	for _, p := range []*Peer{c.Shell, c.Control, c.Stdin} {
		p.SendFrames(overheard...)
		if err := <-faults; !errors.Is(err, ErrReplay) {
			t.Errorf("replayed: %v", err)
		}
	}
	if m := say(t, s, c, "hello"); m.Header.Type != "hello" {
		t.Errorf("got %+v", m)
	}
}

// A hundred peers on every port that connect and fall silent, at every point
// of a greeting, keep nobody out.
func TestStalledPeers(t *testing.T) {
	before := runtime.NumGoroutine()
	s := open(t, Loopback())
	at := s.Connection()
	greeting := append([]byte("\xff\x00\x00\x00\x00\x00\x00\x00\x01\x7f\x03\x01NULL"), make([]byte, 48)...)
	const stalled = 100
	for _, port := range []int{at.Shell, at.Control, at.Stdin, at.IOPub, at.Heartbeat} {
		for i := range stalled {
			conn, err := net.Dial(at.endpoint(port))
			if err != nil {
				t.Fatal(err)
			}
			defer conn.Close()
			conn.Write(greeting[:i%len(greeting)])
		}
	}
	c := dial(t, s, "honest")
	request := say(t, s, c, "hello")
	if err := s.Shell.Send(request.Reply(NewHeader("k", "hello_reply"), nil)); err != nil {
		t.Fatal(err)
	}
	take(t, c.Shell.Messages())
	if _, err := c.Echo(t.Context(), []byte("beat")); err != nil {
		t.Errorf("heartbeat: %v", err)
	}
	c.Close()
	s.Close(0)
	settled(t, before)
	t.Logf("%d stalled peers on each of five ports, one honest peer served", stalled)
}

// settled waits until the number of goroutines is back to what it was.
func settled(t *testing.T, before int) {
	t.Helper()
	for range 1000 {
		if runtime.NumGoroutine() <= before {
			return
		}
		time.Sleep(10 * time.Millisecond)
	}
	stacks := make([]byte, 1<<20)
	t.Errorf("%d goroutines, %d before\n%s", runtime.NumGoroutine(), before, stacks[:runtime.Stack(stacks, true)])
}

// mutate changes a message: its bytes, its frames, their number or their order.
func mutate(random *rand.Rand, in [][]byte) [][]byte {
	out := slices.Clone(in)
	for range 1 + random.IntN(3) {
		if len(out) == 0 {
			return append(out, nil)
		}
		i, j := random.IntN(len(out)), random.IntN(len(out))
		switch random.IntN(7) {
		case 0:
			out[i] = bytes.Clone(out[i])
			if len(out[i]) > 0 {
				out[i][random.IntN(len(out[i]))] ^= 1 << random.IntN(8)
			}
		case 1:
			out = slices.Delete(out, i, i+1)
		case 2:
			out = slices.Insert(out, i, out[j])
		case 3:
			out[i], out[j] = out[j], out[i]
		case 4:
			out[i] = out[i][:random.IntN(len(out[i])+1)]
		case 5:
			out[i] = nil
		case 6:
			out[i] = slices.Concat(out[i], out[j])
		}
	}
	if len(out) == 0 {
		out = append(out, nil)
	}
	return out
}

// Messages that are nearly right, half of them signed after they were changed,
// are taken or reported, and never lost: another client is served meanwhile,
// and afterwards nothing is left of it all. There are a million where
// UNFOLD_LONG is 1.
func TestMutatedMessages(t *testing.T) {
	n := 20_000
	if os.Getenv("UNFOLD_LONG") == "1" {
		n = 1_000_000
	}
	before := runtime.NumGoroutine()
	var refused, taken atomic.Int64
	s, err := Listen(Loopback(), func(error) { refused.Add(1) })
	if err != nil {
		t.Fatal(err)
	}
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		for taken.Load()+refused.Load() < int64(n) {
			select {
			case m := <-s.Shell.Messages():
				if m.Header.Type == "honest" {
					s.Shell.Send(m.Reply(NewHeader("k", "reply"), nil))
					continue
				}
				taken.Add(1)
			case <-time.After(10 * time.Millisecond):
			}
		}
	}()
	hostile, honest := dial(t, s, "hostile"), dial(t, s, "honest")
	random, codec := rand.New(rand.NewPCG(5, 6)), NewCodec(s.Connection().Key)
	for i := range n {
		m, err := codec.Encode(Message{
			Header:  Header{ID: fmt.Sprint(i), Type: "execute_request", Session: "s"},
			Content: json.RawMessage(`{"code":"1+2","silent":false,"user_expressions":{"a":"b"}}`), Buffers: frames("b"),
		})
		if err != nil {
			t.Fatal(err)
		}
		m = mutate(random, m)
		if i%2 == 0 && len(m) >= 6 {
			m[1] = codec.sign(m[2:6])
		}
		if err := hostile.Shell.SendFrames(m...); err != nil {
			t.Fatalf("message %d: %v", i, err)
		}
		if i%1000 == 0 {
			honest.Shell.Send(Message{Header: NewHeader("s", "honest")})
			take(t, honest.Shell.Messages())
		}
	}
	select {
	case <-ended:
	case <-time.After(60 * time.Second):
		t.Error("some were neither taken nor reported")
	}
	t.Logf("%d mutated messages: %d taken, %d refused, no crash", n, taken.Load(), refused.Load())
	hostile.Close()
	honest.Close()
	s.Close(0)
	settled(t, before)
}
