package zmtp

import (
	"net"
	"sync/atomic"
	"time"
)

// A timeoutReader reads from a connection, and gives it up when nothing comes
// for as long as the peer itself has said it may be silent.
type timeoutReader struct {
	conn net.Conn
	ttl  atomic.Int64
}

// setTimeout sets how long the peer may be silent; zero is for ever.
func (r *timeoutReader) setTimeout(ttl time.Duration) {
	if r.ttl.Swap(int64(ttl)) != 0 && ttl == 0 {
		r.conn.SetReadDeadline(time.Time{})
	}
}

func (r *timeoutReader) Read(p []byte) (int, error) {
	if ttl := time.Duration(r.ttl.Load()); ttl > 0 {
		if err := r.conn.SetReadDeadline(time.Now().Add(ttl)); err != nil {
			return 0, err
		}
	}
	return r.conn.Read(p)
}
