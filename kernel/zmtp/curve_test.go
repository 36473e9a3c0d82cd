package zmtp

import (
	"net"
	"sync"
	"testing"
	"time"
)

func TestCurve(t *testing.T) {
	keys := NewKeys()
	r := echoRouter(t, Config{Network: "tcp", Address: "127.0.0.1:0", Keys: &keys})
	c := dial(t, Dialler{Type: TypeDealer, Identity: "me", Server: &keys.Public}, r.Addr())
	roundTrip(t, c, texts("", "a", string(make([]byte, 100_000))))
	other := NewKeys().Public
	for name, d := range map[string]Dialler{
		"another key": {Type: TypeDealer, Server: &other},
		"no key":      {Type: TypeDealer},
	} {
		if _, err := d.Dial("tcp", r.Addr().String()); err == nil {
			t.Errorf("%s was let in", name)
		}
	}
	roundTrip(t, c, texts("still here"))
}

// A meddler changes one byte of what a client says, or repeats some of it.
type meddler struct {
	net.Conn
	at     int // which byte to change, counted from the first; -1 for none
	again  int // which write to repeat; -1 for none
	bytes  int
	writes int
}

func (m *meddler) Write(p []byte) (int, error) {
	q := append([]byte(nil), p...)
	if i := m.at - m.bytes; i >= 0 && i < len(q) {
		q[i] ^= 0x40
	}
	if m.writes == m.again {
		q = append(q, q...)
	}
	m.bytes += len(p)
	m.writes++
	n, err := m.Conn.Write(q)
	return min(n, len(p)), err
}

// conversation runs a client over a meddler to a CURVE router, and tells
// whether a message came through, and whether a second did.
func conversation(t *testing.T, r *Router, server Key, m *meddler) (first, second bool) {
	t.Helper()
	c, err := net.Dial("tcp", r.Addr().String())
	if err != nil {
		t.Error(err)
		return false, false
	}
	m.Conn = c
	own := role{kind: TypeDealer, limit: 1000, budget: 1000, pool: new(pool), secure: func() mechanism { return &curveClient{server: server} }}
	link, err := newConn(m, own)
	if err != nil {
		return false, false
	}
	defer link.Close()
	c.SetReadDeadline(time.Now().Add(4 * time.Second)) // a changed size leaves both ends waiting
	ask := func() bool {
		link.Send(texts("hello"))
		_, err := link.Receive()
		return err == nil
	}
	first = ask()
	return first, first && ask()
}

// Not a byte of the conversation can be changed, nor a message be repeated,
// without its end.
func TestCurveAgainstMeddlers(t *testing.T) {
	t.Parallel()
	keys := NewKeys()
	r := echoRouter(t, Config{Network: "tcp", Address: "127.0.0.1:0", Keys: &keys})
	whole := &meddler{at: -1, again: -1}
	if first, second := conversation(t, r, keys.Public, whole); !first || !second {
		t.Fatal("an honest conversation failed")
	}
	// A changed size is noticed at a deadline only, so all are tried at once.
	var tries sync.WaitGroup
	tried := 0
	for at := greetingSize; at < whole.bytes; at += 3 {
		if at >= greetingSize+2+6+1 && at < greetingSize+2+6+2+72 {
			continue // the minor version and the zeros of HELLO mean nothing
		}
		tried++
		tries.Go(func() {
			if _, second := conversation(t, r, keys.Public, &meddler{at: at, again: -1}); second {
				t.Errorf("byte %d of %d changed, and nobody noticed", at, whole.bytes)
			}
		})
	}
	tries.Wait()
	for again := 1; again < whole.writes; again++ {
		// The last is heard after the second answer, if at all.
		if _, second := conversation(t, r, keys.Public, &meddler{at: -1, again: again}); second && again < whole.writes-1 {
			t.Errorf("write %d repeated, and nobody noticed", again)
		}
	}
	t.Logf("%d changed bytes, %d repetitions", tried, whole.writes-1)
}
