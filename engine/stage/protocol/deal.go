package protocol

import (
	"slices"

	"unfold/engine/internal/random"
)

// dealRows returns k parts of the rows, each in ascending order. The rows of
// each stratum are shuffled and dealt like cards, each stratum beginning where
// the one before it stopped.
func dealRows(stream *random.Stream, s strata, k int) [][]int {
	members := make([][]int, len(s.sizes))
	for row, g := range s.of {
		members[g] = append(members[g], row)
	}
	parts := make([][]int, k)
	next := 0
	for _, rows := range members {
		stream.Shuffle(rows)
		for _, row := range rows {
			parts[next] = append(parts[next], row)
			next = (next + 1) % k
		}
	}
	for _, part := range parts {
		slices.Sort(part)
	}
	return parts
}

// dealBlocks returns parts of the rows, each in ascending order, none of which
// has rows of a block that another has. Part p is to have its share of every
// stratum, as far as blocks allow.
//
// The blocks are shuffled, and taken in order of falling size. Each goes to the
// part p for which Σ_c (a_pc − share_p·n_c)²/n_c grows least, where a_pc are the
// rows of stratum c that the part has so far and n_c those that there are; of
// equal ones to the part with fewest rows for its share. It is Longest
// Processing Time first (Graham 1969, doi:10.1137/0117039) in as many
// dimensions as there are strata. No part stays empty that has the same share
// as all others, if there are as many blocks.
func dealBlocks(stream *random.Stream, b *blocks, s strata, shares []float64) [][]int {
	order := stream.Permutation(len(b.sizes))
	slices.SortStableFunc(order, func(i, j int) int { return b.sizes[j] - b.sizes[i] })
	inside := s.countByBlock(b)
	d := &allocation{strata: s, shares: shares, has: make([][]int, len(shares)), rows: make([]int, len(shares))}
	for p := range d.has {
		d.has[p] = make([]int, len(s.sizes))
	}
	partOf := make([]int, len(b.sizes))
	for _, block := range order {
		partOf[block] = d.assign(inside[block])
	}
	parts := make([][]int, len(shares))
	for row, block := range b.of {
		parts[partOf[block]] = append(parts[partOf[block]], row)
	}
	return parts
}

// An allocation is what the parts have been assigned so far.
type allocation struct {
	strata
	shares []float64
	has    [][]int // rows of each stratum, by part
	rows   []int   // of all strata
}

// assign assigns a block, which has so many rows of each stratum, to a part.
func (d *allocation) assign(block []int) (part int) {
	var least, fewest float64
	for p, share := range d.shares {
		growth, full := d.growth(p, block), float64(d.rows[p])/share
		if p == 0 || growth < least || growth == least && full < fewest {
			part, least, fewest = p, growth, full
		}
	}
	for c, rows := range block {
		d.has[part][c] += rows
		d.rows[part] += rows
	}
	return part
}

// growth is by how much a part's distance from its share grows with a block.
func (d *allocation) growth(p int, block []int) float64 {
	var sum float64
	for c, rows := range block {
		if rows == 0 {
			continue
		}
		n, v := float64(d.sizes[c]), float64(rows)
		over := float64(d.has[p][c]) - float64(d.shares[p]*n) // the conversions keep processors from fusing
		sum += float64(v * (2*over + v) / n)
	}
	return sum
}
