package zmtp

import (
	"bytes"
	"errors"
	"io"
	"math/rand/v2"
	"net"
	"os"
	"testing"
	"time"
)

// A tape is a connection whose other end says what is on it, hears nothing and
// leaves.
type tape struct{ *bytes.Reader }

func (tape) Write(p []byte) (int, error)      { return len(p), nil }
func (tape) Close() error                     { return nil }
func (tape) LocalAddr() net.Addr              { return nil }
func (tape) RemoteAddr() net.Addr             { return nil }
func (tape) SetDeadline(time.Time) error      { return nil }
func (tape) SetReadDeadline(time.Time) error  { return nil }
func (tape) SetWriteDeadline(time.Time) error { return nil }

// hear plays a tape to a link of a role until its end. It returns how many
// messages were on it, and whether there was a handshake.
func hear(t testing.TB, said []byte, own role) (messages int, shaken bool) {
	link, err := newConn(tape{bytes.NewReader(said)}, own)
	if err != nil {
		return 0, false
	}
	defer link.writer.Wait()
	defer link.Close()
	for {
		frames, err := link.Receive()
		if used := own.pool.used.Load(); used != 0 {
			t.Fatalf("%d bytes were not given back", used)
		}
		if err != nil {
			return messages, true
		}
		size := 0
		for _, f := range frames {
			size += len(f)
		}
		if len(frames) == 0 || len(frames) > MaxFrames || size > len(said) {
			t.Fatalf("a message of %d frames and %d bytes came of %d", len(frames), size, len(said))
		}
		messages++
	}
}

// roles are the listening ends.
func roles() []role {
	keys := NewKeys()
	plain := func() mechanism { return null{} }
	all := []role{
		{kind: TypeRouter, limit: MaxMessage, budget: routerBudget, secure: plain},
		{kind: TypeXPub, limit: 1 + maxTopic, budget: routerBudget, secure: plain},
		{kind: TypeRep, limit: echoLimit, budget: echoBudget, secure: plain},
		{kind: TypeRouter, limit: MaxMessage, budget: routerBudget, secure: func() mechanism { return &curveServer{keys: keys} }},
	}
	for i := range all {
		all[i].pool = new(pool)
	}
	return all
}

// callers are the types that dial each role.
var callers = map[Type]Type{TypeRouter: TypeDealer, TypeXPub: TypeSub, TypeRep: TypeReq}

// opening is how a peer of a type begins.
func opening(kind Type) []byte { return append(rawGreeting(3, 1), rawReady(kind, "id")...) }

// talk is what a peer may say then.
func talk() []byte {
	return bytes.Join([][]byte{
		rawFrame(flagMore, 3, "abc"), rawFrame(flagMore|flagLong, 4, "defg"), rawFrame(0, 0, ""),
		rawFrame(flagCommand, 10, "\x04PING\x00\x0aabc"), rawFrame(flagCommand, 12, "\x09SUBSCRIBEab"),
		rawFrame(0, 3, "\x01ab"), rawFrame(flagCommand, 9, "\x06CANCELab"), rawFrame(flagCommand, 4, "\x03NEW"),
	}, nil)
}

// FuzzStream plays raw bytes to each of the sockets.
func FuzzStream(f *testing.F) {
	for _, attack := range attacks() {
		f.Add(attack)
	}
	for _, kind := range callers {
		f.Add(append(opening(kind), talk()...))
	}
	roles := roles()
	f.Fuzz(func(t *testing.T, said []byte) {
		for _, own := range roles {
			hear(t, said, own)
		}
	})
}

// FuzzGreeting reads greetings: what is read again says the same.
func FuzzGreeting(f *testing.F) {
	f.Add(rawGreeting(3, 0))
	f.Add(rawGreeting(3, 1))
	f.Add(rawGreeting(2, 0)[:11])
	f.Add([]byte("\x01\x00"))
	f.Fuzz(func(t *testing.T, said []byte) {
		g, err := readGreeting(bytes.NewReader(said))
		if err != nil {
			return
		}
		again, err := readGreeting(bytes.NewReader(g.bytes()))
		g.minor, again.minor = 0, 0
		if err != nil || again != g {
			t.Errorf("%+v, %+v, %v", g, again, err)
		}
	})
}

// FuzzMetadata reads properties: what is written again reads the same.
func FuzzMetadata(f *testing.F) {
	f.Add(appendMetadata(nil, map[string]string{propType: "DEALER", propIdentity: "", "x": "y"}))
	f.Add([]byte("\x01a\xff\xff\xff\xff"))
	f.Fuzz(func(t *testing.T, data []byte) {
		m, err := parseMetadata(data)
		if err != nil {
			return
		}
		again := appendMetadata(nil, m)
		if n, err := parseMetadata(again); err != nil || len(n) != len(m) || len(again) > len(data) {
			t.Errorf("%q, %q, %v", m, n, err)
		}
	})
}

// mutate changes, drops, doubles or cuts a few bytes.
func mutate(random *rand.Rand, said []byte) []byte {
	said = bytes.Clone(said)
	for range 1 + random.IntN(6) {
		if len(said) == 0 {
			return said
		}
		i := random.IntN(len(said))
		j := i + random.IntN(min(16, len(said)-i))
		switch random.IntN(5) {
		case 0:
			said[i] ^= 1 << random.IntN(8)
		case 1:
			said[i] = byte(random.Uint32())
		case 2:
			said = append(said[:i:i], said[j:]...)
		case 3:
			said = append(said[:j:j], said[i:]...)
		case 4:
			said = said[:i]
		}
	}
	return said
}

// Streams that are nearly right end their own link and nothing else. Half of
// them are changed behind the handshake only. There are 100,000 of them where
// UNFOLD_LONG is 1.
func TestMutatedStreams(t *testing.T) {
	n := 20_000
	if os.Getenv("UNFOLD_LONG") == "1" {
		n = 100_000
	}
	random, roles := rand.New(rand.NewPCG(3, 4)), roles()
	shaken, messages := 0, 0
	for i := range n {
		own := roles[random.IntN(len(roles))]
		said := opening(callers[own.kind])
		if i%2 == 0 {
			said = append(said, mutate(random, talk())...)
		} else {
			said = mutate(random, append(said, talk()...))
		}
		m, ok := hear(t, said, own)
		messages += m
		if ok {
			shaken++
		}
	}
	t.Logf("%d streams, %d handshakes, %d messages, no crash", n, shaken, messages)
	if shaken < n/4 || messages < n/4 {
		t.Error("too few came past the handshake")
	}
}

// A stream that ends inside a frame does not end as one that ends between.
func TestEnds(t *testing.T) {
	whole := rawFrame(flagLong, 300, string(make([]byte, 300)))
	for i := range whole {
		_, err := newFrameReader(bytes.NewReader(whole[:i]), new(pool)).next(1000)
		if want := io.ErrUnexpectedEOF; i > 0 && err != want || i == 0 && err != io.EOF {
			t.Errorf("after %d bytes: %v", i, err)
		}
	}
	if _, err := newFrameReader(bytes.NewReader(whole), new(pool)).next(299); err == nil || errors.Is(err, io.ErrUnexpectedEOF) {
		t.Errorf("beyond the limit: %v", err)
	}
}
