package zmtp

import (
	"fmt"
	"runtime"
	"testing"
	"time"
)

// publisher opens a publisher whose welcome is the topic.
func publisher(t testing.TB) *Publisher {
	t.Helper()
	p, err := ListenPublisher(Config{Network: "tcp", Address: "127.0.0.1:0"}, func(topic string) [][]byte {
		return texts(topic)
	})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if !p.closing() {
			p.Close(time.Now())
		}
	})
	return p
}

// subscribe dials a publisher and waits for its welcome.
func subscribe(t testing.TB, p *Publisher, topic string) *Conn {
	t.Helper()
	c := dial(t, Dialler{Type: TypeSub}, p.Addr())
	c.Subscribe(topic)
	if got, err := c.Receive(); err != nil || !equalFrames(got, texts(topic)) {
		t.Fatalf("welcomed by %q, %v", got, err)
	}
	return c
}

// Whatever was sent before Close arrives, although the peer has said things
// that nobody took.
func TestCloseLingers(t *testing.T) {
	before := runtime.NumGoroutine()
	p := publisher(t)
	c := subscribe(t, p, "")
	const n = 20_000
	body := make([]byte, 300)
	go func() {
		for i := range n {
			p.Send([][]byte{fmt.Append(nil, i), body})
			if i%10 == 0 {
				c.Subscribe("of no use")
				c.Cancel("of no use")
			}
		}
		p.Close(time.Now().Add(20 * time.Second))
	}()
	for i := 0; i < n; {
		got, err := c.Receive()
		if err != nil {
			t.Fatalf("after %d messages: %v", i, err)
		}
		if len(got) == 1 {
			continue // a welcome
		}
		if string(got[0]) != fmt.Sprint(i) {
			t.Fatalf("message %d is %q", i, got[0])
		}
		i++
	}
	for {
		if _, err := c.Receive(); err != nil {
			break // welcomes, and the end
		}
	}
	settled(t, before)
}

// A peer that takes nothing cannot keep a socket from closing.
func TestCloseEnds(t *testing.T) {
	p := publisher(t)
	c := rawPeer(t, p.Addr(), rawGreeting(3, 1), rawReady(TypeSub, ""), rawFrame(0, 1, "\x01"))
	for p.Subscribers("") == 0 {
		time.Sleep(time.Millisecond)
	}
	for range 40 {
		p.Send([][]byte{make([]byte, 1<<20)})
	}
	begun := time.Now()
	p.Close(begun.Add(100 * time.Millisecond))
	if took := time.Since(begun); took > 10*time.Second {
		t.Errorf("took %v", took)
	}
	ended(t, c)
}

// Two peers of one identity, one after the other: the later is the one.
func TestHandover(t *testing.T) {
	r := echoRouter(t, Config{})
	old := dial(t, Dialler{Type: TypeDealer, Identity: "twin"}, r.Addr())
	roundTrip(t, old, texts("old"))
	for i := range 50 {
		c := dial(t, Dialler{Type: TypeDealer, Identity: "twin"}, r.Addr())
		roundTrip(t, c, texts("new", fmt.Sprint(i)))
		if err := r.Send("twin", texts("late")); err != nil {
			t.Fatal(err)
		}
		if got, err := c.Receive(); err != nil || string(got[0]) != "late" {
			t.Fatalf("%q, %v", got, err)
		}
		if _, err := old.Receive(); err == nil {
			t.Fatal("the old one heard something")
		}
		old = c
	}
	if err := r.Send("nobody", texts("x")); err != ErrGone {
		t.Errorf("sent to nobody: %v", err)
	}
}

// A subscriber that stops reading delays no other before its budget is spent.
func TestSlowReader(t *testing.T) {
	p := publisher(t)
	idle, quick := subscribe(t, p, ""), subscribe(t, p, "")
	body := make([]byte, 1<<20)
	for range 50 {
		p.Send([][]byte{body})
		if got, err := quick.Receive(); err != nil || len(got[0]) != len(body) {
			t.Fatal(err)
		}
	}
	for range 50 { // nor has it lost any
		if got, err := idle.Receive(); err != nil || len(got[0]) != len(body) {
			t.Fatal(err)
		}
	}
}

// One that takes nothing when its budget is spent is dropped, and the others
// have missed nothing.
func TestDeadReaderIsDropped(t *testing.T) {
	t.Parallel()
	p := publisher(t)
	rawPeer(t, p.Addr(), rawGreeting(3, 1), rawReady(TypeSub, ""), rawFrame(0, 1, "\x01"))
	for p.Subscribers("") == 0 {
		time.Sleep(time.Millisecond)
	}
	dead := p.subscribers("")[0].out
	dead.mu.Lock()
	dead.patience = 100 * time.Millisecond
	dead.mu.Unlock()
	quick := subscribe(t, p, "")
	body := make([]byte, 1<<20)
	const n = 2 * routerBudget / (1 << 20)
	go func() {
		for range n {
			p.Send([][]byte{body})
		}
	}()
	for i := range n {
		if got, err := quick.Receive(); err != nil || len(got[0]) != len(body) {
			t.Fatalf("message %d: %v", i, err)
		}
	}
	for p.Subscribers("") != 1 {
		time.Sleep(time.Millisecond)
	}
}

func BenchmarkRoundTrip(b *testing.B) {
	keys := NewKeys()
	for _, test := range []struct {
		name string
		keys *Keys
		size int
	}{{"empty", nil, 0}, {"64KiB", nil, 64 << 10}, {"1MiB", nil, 1 << 20}, {"curve", &keys, 0}, {"curve64KiB", &keys, 64 << 10}} {
		b.Run(test.name, func(b *testing.B) {
			r := echoRouter(b, Config{Network: "tcp", Address: "127.0.0.1:0", Keys: test.keys})
			d := Dialler{Type: TypeDealer}
			if test.keys != nil {
				d.Server = &test.keys.Public
			}
			c := dial(b, d, r.Addr())
			message := [][]byte{make([]byte, test.size)}
			b.SetBytes(int64(2 * test.size))
			b.ReportAllocs()
			for b.Loop() {
				roundTrip(b, c, message)
			}
		})
	}
}

// BenchmarkPublish is the time for 100,000 messages of 200 bytes to reach a
// subscriber.
func BenchmarkPublish(b *testing.B) {
	const n = 100_000
	p := publisher(b)
	c := subscribe(b, p, "")
	message := [][]byte{[]byte("kernel.stream.stdout"), make([]byte, 200)}
	for b.Loop() {
		go func() {
			for range n {
				p.Send(message)
			}
		}()
		for range n {
			if _, err := c.Receive(); err != nil {
				b.Fatal(err)
			}
		}
	}
	b.ReportMetric(float64(n)*float64(b.N)/b.Elapsed().Seconds(), "messages/s")
}
