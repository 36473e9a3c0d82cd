package layout

import (
	"context"
	"math"
	"slices"

	"unfold/engine/internal/parallel"
	"unfold/engine/internal/simd"
)

// tree pushes points by cells of points that are far away (Barnes, Hut 1986,
// doi:10.1038/324446a0; for t-SNE van der Maaten 2014, JMLR 15).
//
// It departs from these in three ways. A cell pushes by its mass, its centre and
// its spread, to second order, so that fewer and larger cells do. A cell is far
// enough by the mean square r² of its points' distances from its centre, where
//
//	r² ≤ opening² (½ min(1, s) + d²)
//
// with d the distance from its centre to the box of the points that are pushed:
// the kernel is smooth at lengths below one, however near. And blocks of 16 points
// are pushed together, each point in a vector's lane.
//
// Forces are within 1e-3 of the exact ones in Frobenius norm, and so is Σφ
// (TestRepulsionIsNear). Points lie in float32 around the centre of a block. Time
// O(n log n), memory O(n).
type tree struct {
	kernel
	cells
}

// opening bounds the root mean square radius of cells that push as one.
const opening = 0.13

// Push pushes the blocks, one by one.
func (r *tree) Push(ctx context.Context, z, forces *Points) (float64, error) {
	if err := r.place(ctx, z, r.soft()); err != nil {
		return 0, err
	}
	sums, err := r.pushBlocks(ctx, forces)
	if err != nil {
		return 0, err
	}
	var sum float64
	for _, s := range sums {
		sum += s
	}
	return sum - z.rows(), nil
}

// pushBlocks returns the sums of all blocks.
func (r *tree) pushBlocks(ctx context.Context, forces *Points) ([]float64, error) {
	sums := make([]float64, len(r.blocks))
	fresh := func() *treeSpace { return newTreeSpace(r.wide) }
	err := parallel.With(ctx, len(r.blocks), 4, fresh, func(s *treeSpace, lo, hi int) {
		for l := lo; l < hi; l++ {
			sums[l] = r.pushBlock(s, &r.nodes[r.blocks[l]], forces)
		}
	})
	return sums, err
}

// A treeSpace is what one goroutine pushes a block with.
type treeSpace struct {
	points, sums []float32 // by dimension, in lanes
	near, far    []float32 // points and cells that push
}

func newTreeSpace(wide int) *treeSpace {
	return &treeSpace{points: make([]float32, wide*abreast), sums: make([]float32, (wide+1)*abreast)}
}

// pushBlock pushes the points of a block, and returns their part of Σφ.
func (r *tree) pushBlock(s *treeSpace, block *cell, forces *Points) (sum float64) {
	r.gather(s, block)
	clear(s.points)
	clear(s.sums)
	own := r.order[block.first : block.first+block.count]
	for l := range own {
		for c, v := range r.placedAt(int(block.first) + l)[:r.wide] {
			s.points[c*abreast+l] = float32(v - block.centre[c])
		}
	}
	if r.isCauchy() {
		simd.RepelCells(s.sums, s.points, r.wide, s.far)
		simd.Repel(s.sums, s.points, r.wide, s.near)
	} else {
		r.pushCells(s, r.wide, len(own))
		r.pushPoints(s, r.wide, len(own))
	}
	for c := range forces.At {
		for l, i := range own {
			forces.At[c][i] = float64(s.sums[c*abreast+l])
		}
	}
	for l, i := range own {
		sum += float64(forces.Mass[i] * float64(s.sums[r.wide*abreast+l]))
	}
	return sum
}

// gather lists what pushes a block, around its centre.
func (r *tree) gather(s *treeSpace, block *cell) {
	s.near, s.far = s.near[:0], s.far[:0]
	var middle, half [3]float64
	for c := range r.wide {
		middle[c], half[c] = (block.low[c]+block.high[c])/2, (block.high[c]-block.low[c])/2
	}
	for at := 0; at < len(r.sights); {
		from := &r.sights[at]
		x := max(0, math.Abs(from.centre[0]-middle[0])-half[0])
		y := max(0, math.Abs(from.centre[1]-middle[1])-half[1])
		z := max(0, math.Abs(from.centre[2]-middle[2])-half[2])
		switch distance := float64(x*x) + float64(y*y) + float64(z*z); {
		case from.reach <= distance:
			s.far = r.appendCell(s.far, at, block)
			at = int(from.next)
		case from.leaf:
			s.near = r.appendPoints(s.near, at, block)
			at = int(from.next)
		default:
			at++
		}
	}
}

// soft is how near a cell may be that is far enough by its size alone.
func (r *tree) soft() float64 { return float64(min(1, r.dof) / 2) }

// placedAt returns where the point at a place in order is, and its mass.
func (r *tree) placedAt(place int) []float64 {
	return r.placed[place*(r.wide+1) : (place+1)*(r.wide+1)]
}

// appendCell appends a cell around the centre of another.
func (r *tree) appendCell(list []float32, at int, to *cell) []float32 {
	size, end := simd.CellSize(r.wide), len(list)
	list = append(list, r.records[at*size:(at+1)*size]...)
	for c := range r.wide {
		list[end+c] = float32(r.sights[at].centre[c] - to.centre[c])
	}
	return list
}

// appendPoints appends the points of a leaf around the centre of another.
func (r *tree) appendPoints(list []float32, at int, to *cell) []float32 {
	from, end, size := &r.nodes[at], len(list), r.wide+1
	placed := r.placed[int(from.first)*size : int(from.first+from.count)*size]
	list = slices.Grow(list, len(placed))[:end+len(placed)]
	for p, into := placed, list[end:]; len(p) > 0; p, into = p[size:], into[size:] {
		for c := range r.wide {
			into[c] = float32(p[c] - to.centre[c])
		}
		into[r.wide] = float32(p[r.wide])
	}
	return list
}

// pushCells is simd.RepelCells for any kernel: with s = ΔᵀQΔ,
//
//	Φ = m φ + φ' tr Q + 2 φ” s,  −½∇Φ = −Δ (m φ' + φ” tr Q + 2 φ”' s) − 2 φ” Q Δ
func (r *tree) pushCells(s *treeSpace, wide, count int) {
	size, e, dof := simd.CellSize(wide), r.exponent(), r.dof
	var diff, turned [3]float64
	for far := s.far; len(far) > 0; far = far[size:] {
		mass, trace := float64(far[wide]), float64(far[wide+1])
		for l := range count {
			square, bent := 0.0, 0.0
			for c := range wide {
				diff[c] = float64(s.points[c*abreast+l]) - float64(far[c])
				square += float64(diff[c] * diff[c])
			}
			phi, u := r.at(square)
			first := float64(-e / dof * phi * u)
			second := float64(-(e + 1) / dof * first * u)
			third := float64(-(e + 2) / dof * second * u)
			turn(turned[:wide], far[wide+3:], diff[:wide])
			for c, v := range turned[:wide] {
				bent += float64(v * diff[c])
			}
			bent *= 2
			all := float64(mass*phi) + float64(first*trace) + float64(second*bent)
			along := float64(mass*first) + float64(second*trace) + float64(third*bent)
			s.sums[wide*abreast+l] += float32(all)
			second *= 2
			for c, v := range diff[:wide] {
				s.sums[c*abreast+l] -= float32(float64(along*v) + float64(second*turned[c]))
			}
		}
	}
}

// turn sets turned to QΔ, for the upper triangle of 4Q by rows.
func turn(turned []float64, fourfold []float32, diff []float64) {
	clear(turned)
	at := 0
	for c := range diff {
		for e := c; e < len(diff); e++ {
			v := float64(fourfold[at]) / 4
			turned[c] += float64(v * diff[e])
			if e > c {
				turned[e] += float64(v * diff[c])
			}
			at++
		}
	}
}

// pushPoints is simd.Repel for any kernel.
func (r *tree) pushPoints(s *treeSpace, wide, count int) {
	var diff [3]float64
	for near := s.near; len(near) > 0; near = near[wide+1:] {
		mass := float64(near[wide])
		for l := range count {
			square := 0.0
			for c := range wide {
				diff[c] = float64(s.points[c*abreast+l]) - float64(near[c])
				square += float64(diff[c] * diff[c])
			}
			phi, u := r.at(square)
			weight := float64(mass * phi)
			s.sums[wide*abreast+l] += float32(weight)
			weight = float64(weight * u * r.pull())
			for c, v := range diff[:wide] {
				s.sums[c*abreast+l] += float32(float64(weight * v))
			}
		}
	}
}
