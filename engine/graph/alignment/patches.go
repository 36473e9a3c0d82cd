package alignment

import (
	"context"
	"fmt"
	"slices"

	"unfold/engine"
	"unfold/engine/internal/memory"
	"unfold/engine/remedy"
)

// Patches are the rows of neighbourhoods.
type Patches struct {
	N     int     // rows in all
	Start []int   // the rows of patch p are Row[Start[p]] to Row[Start[p+1]]
	Row   []int32 // none twice in a patch
}

// Len returns the number of patches.
func (p *Patches) Len() int { return len(p.Start) - 1 }

// Of returns the rows of a patch.
func (p *Patches) Of(patch int) []int32 { return p.Row[p.Start[patch]:p.Start[patch+1]] }

// Longest returns how many rows the largest patch has.
func (p *Patches) Longest() int {
	longest := 0
	for at := range p.Len() {
		longest = max(longest, len(p.Of(at)))
	}
	return longest
}

func (p *Patches) add(rows ...int32) {
	p.Row = append(p.Row, rows...)
	p.Start = append(p.Start, len(p.Row))
}

// Centred returns a patch for each row: the row itself, then its neighbours, then
// rows at the other ends of its bridges.
func Centred(nb *engine.Neighbours, bridges []engine.Edge) *Patches {
	n := len(nb.Index) / nb.K
	over := make(map[int32][]int32)
	for _, b := range bridges {
		over[int32(b.I)] = append(over[int32(b.I)], int32(b.J))
		over[int32(b.J)] = append(over[int32(b.J)], int32(b.I))
	}
	p := &Patches{N: n, Start: []int{0}, Row: make([]int32, 0, n*(nb.K+1)+2*len(bridges))}
	for i := range n {
		index, _ := nb.Of(i)
		p.Row = append(append(p.Row, int32(i)), index...)
		p.add(over[int32(i)]...) // a bridge joins rows that are no neighbours
	}
	return p
}

// Surrounding returns a patch for each row, its neighbours without itself, but for rows
// that are nobody's neighbour, which would be in no patch at all: these are in their
// own. There is one more for each bridge: its ends with the neighbours of both, which
// hold what it joins together as stiffly as neighbourhoods do.
func Surrounding(nb *engine.Neighbours, bridges []engine.Edge) *Patches {
	n := len(nb.Index) / nb.K
	wanted := make([]bool, n)
	for _, j := range nb.Index {
		wanted[j] = true
	}
	p := &Patches{N: n, Start: []int{0}, Row: make([]int32, 0, n*nb.K)}
	for i := range n {
		if !wanted[i] {
			p.Row = append(p.Row, int32(i))
		}
		index, _ := nb.Of(i)
		p.add(index...)
	}
	for _, b := range bridges {
		ofI, _ := nb.Of(b.I)
		ofJ, _ := nb.Of(b.J)
		rows := slices.Concat([]int32{int32(b.I), int32(b.J)}, ofI, ofJ)
		slices.Sort(rows)
		p.add(slices.Compact(rows)...)
	}
	return p
}

// Bytes returns about what a sum over so many patches of so many rows takes, each
// with so many columns.
func Bytes(patches, rows, columns int) uint64 {
	// Columns of factors, and rows of the sum: a row meets all of its patches, and
	// those overlap to about half.
	return 8*uint64(patches)*uint64(rows)*uint64(columns) + 12*uint64(patches)*uint64(rows)*uint64(rows)
}

// claim asks for that memory.
func (p *Patches) claim(ctx context.Context, columns int) error {
	rows := (len(p.Row) + p.Len() - 1) / max(1, p.Len())
	return memory.Claim(ctx, Bytes(p.Len(), rows, columns), fmt.Sprintf("what neighbourhoods of %d rows ask", p.N), remedy.Reduce("k").Or(remedy.FewerRows()))
}
