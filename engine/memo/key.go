package memo

import (
	"crypto/rand"
	"crypto/sha256"
	"encoding/binary"
	"hash"
	"math"
)

// A Key tells values by their content: equal keys, equal values.
type Key [sha256.Size]byte

// KeyOf hashes what write writes.
func KeyOf(write func(h Hasher)) Key {
	h := Hasher{sha256.New()}
	write(h)
	return Key(h.Sum(nil))
}

// Unique returns a key that nothing else has, for what has no content that could
// be told.
func Unique() (k Key) {
	rand.Read(k[:])
	return k
}

// A Hasher takes values in, each with its length, so that none runs into the
// next.
type Hasher struct{ hash.Hash }

// Text takes a text in.
func (h Hasher) Text(s string) {
	h.Count(len(s))
	h.Write([]byte(s))
}

// Count takes a whole number in.
func (h Hasher) Count(n int) {
	var b [8]byte
	binary.LittleEndian.PutUint64(b[:], uint64(n))
	h.Write(b[:])
}

// Counts takes whole numbers in.
func (h Hasher) Counts(all []int) {
	h.Count(len(all))
	b := make([]byte, 0, 8*len(all))
	for _, n := range all {
		b = binary.LittleEndian.AppendUint64(b, uint64(n))
	}
	h.Write(b)
}

// Numbers takes numbers in, by their bits.
func (h Hasher) Numbers(all []float64) {
	h.Count(len(all))
	b := make([]byte, 0, 8*len(all))
	for _, v := range all {
		b = binary.LittleEndian.AppendUint64(b, math.Float64bits(v))
	}
	h.Write(b)
}
