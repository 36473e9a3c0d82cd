package geodesic

import "math/bits"

// bucketCount is how many buckets a queue has at a time, a multiple of 64.
const bucketCount = 1 << 12

// A queue holds vertices in buckets by what they are estimated at, those of one
// bucket first in, first out. Its buckets go round: bucket b is in place b mod
// span. Every vertex is in the queue at most once.
type queue struct {
	next        []int32 // of each vertex, the one behind it in its bucket
	first, last [bucketCount]int32
	filled      [bucketCount / 64]uint64 // a bit for each bucket that is not empty
	count       int
	at          int // the lowest bucket that may be filled
}

// push puts vertex v into a bucket, or into the nearest there is now.
func (q *queue) push(v int32, bucket int) {
	b := min(max(bucket, q.at), q.at+bucketCount-1) % bucketCount
	q.count++
	q.next[v] = -1
	if word, bit := &q.filled[b/64], uint64(1)<<(b%64); *word&bit == 0 {
		*word |= bit
		q.first[b], q.last[b] = v, v
		return
	}
	q.next[q.last[b]] = v
	q.last[b] = v
}

// pop takes the first vertex of the lowest bucket out of a queue that is not
// empty.
func (q *queue) pop() int32 {
	b := q.at % bucketCount
	word := q.filled[b/64] >> (b % 64)
	if word == 0 { // go on to the words behind, and round to this one
		skip := 64 - b%64
		for word = q.filled[(b+skip)%bucketCount/64]; word == 0; word = q.filled[(b+skip)%bucketCount/64] {
			skip += 64
		}
		q.at += skip
	}
	q.at += bits.TrailingZeros64(word)
	b = q.at % bucketCount
	v := q.first[b]
	if q.first[b] = q.next[v]; q.first[b] < 0 {
		q.filled[b/64] &^= 1 << (b % 64)
	}
	q.count--
	return v
}
