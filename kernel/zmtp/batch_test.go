package zmtp

import (
	"bytes"
	"math/rand/v2"
	"net"
	"testing"
)

// A sink is a connection that keeps what is written to it.
type sink struct {
	net.Conn
	bytes.Buffer
}

func (s *sink) Write(p []byte) (int, error) { return s.Buffer.Write(p) }
func (s *sink) Read(p []byte) (int, error)  { return s.Buffer.Read(p) }

// Whatever sizes frames have, they leave whole and in their order.
func TestBatch(t *testing.T) {
	source := rand.NewChaCha8([32]byte{1})
	random := rand.New(source)
	sizes := []int{0, 1, 255, 256, copied, copied + 1, pieceSize - 9, pieceSize, 3*pieceSize + 1}
	var b batch
	for range 20 {
		var all []frame
		for range random.IntN(40) {
			body := make([]byte, sizes[random.IntN(len(sizes))])
			source.Read(body)
			f := frame{byte(random.IntN(2)), body}
			all = append(all, f)
			b.add(f)
		}
		var out sink
		wrote := 0
		if err := b.flush(&out, func(n int) { wrote += n }); err != nil {
			t.Fatal(err)
		}
		if wrote != out.Len() {
			t.Errorf("wrote %d bytes and told of %d", out.Len(), wrote)
		}
		r := newFrameReader(&out, new(pool))
		for i, want := range all {
			got, err := r.next(MaxMessage)
			if err != nil || got.flags != want.flags || !bytes.Equal(got.body, want.body) {
				t.Fatalf("frame %d of %d: %v", i, len(all), err)
			}
		}
		if out.Len() > 0 {
			t.Errorf("%d bytes too many", out.Len())
		}
	}
}
