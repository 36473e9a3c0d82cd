package delimited

import (
	"math/rand/v2"
	"strconv"
	"testing"
)

// What is read quickly is the number that strconv reads.
func TestPlainNumbers(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	for range 100_000 {
		cell := strconv.FormatFloat(r.NormFloat64(), 'f', r.IntN(18), 64)
		if v, end, _ := plainNumber([]byte(cell+",7"), 0, ','); end >= 0 {
			if want, err := strconv.ParseFloat(cell, 64); err != nil || v != want || end != len(cell) {
				t.Fatalf("%s is %v, want %v: %v", cell, v, want, err)
			}
		}
	}
}
