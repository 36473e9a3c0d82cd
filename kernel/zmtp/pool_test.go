package zmtp

import "testing"

func TestPool(t *testing.T) {
	p := new(pool)
	greedy, other := share{pool: p}, share{pool: p}
	if err := greedy.grow(freeSize + poolSize); err != nil {
		t.Fatal(err)
	}
	if err := other.grow(freeSize); err != nil {
		t.Errorf("a small message was refused: %v", err)
	}
	if err := other.grow(1); err == nil {
		t.Error("a large message was let in although the pool is full")
	}
	other.end()
	greedy.end()
	if err := other.grow(freeSize + poolSize); err != nil || p.used.Load() != poolSize {
		t.Errorf("%v; %d bytes in use", err, p.used.Load())
	}
}

// Peers that send large messages and do not end them fill no more than the
// pool; small messages of others pass.
func TestUnfinishedMessages(t *testing.T) {
	r := echoRouter(t, Config{})
	r.role.pool.used.Store(poolSize) // as if others had
	c := dial(t, Dialler{Type: TypeDealer}, r.Addr())
	roundTrip(t, c, [][]byte{make([]byte, freeSize/2)})
	if err := c.Send([][]byte{make([]byte, 4*freeSize)}); err != nil {
		t.Fatal(err)
	}
	if _, err := c.Receive(); err == nil {
		t.Error("a large message was let in although the pool is full")
	}
	r.role.pool.used.Store(0)
	roundTrip(t, dial(t, Dialler{Type: TypeDealer}, r.Addr()), [][]byte{make([]byte, 4*freeSize)})
}
