package sparse

import "context"

// A Plan is how a matrix is to be factored: the order of its rows, and how large
// the factor will be.
type Plan struct {
	*supernodes
	order, place []int32 // the row at each place, and the place of each row
	products     float64
	total        int
}

// NewPlan orders the rows of s, whose values it does not look at, and counts what its
// factor takes. Time that of some
// passes over the entries of s for each level of the dissection, of which there
// are about log₂ n; memory O(entries).
func NewPlan(ctx context.Context, s *Matrix) (*Plan, error) {
	order, err := dissect(ctx, s)
	if err != nil {
		return nil, err
	}
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	p := &Plan{}
	for _, column := range postorder(eliminationTree(lower(s, order))) {
		p.order = append(p.order, order[column])
	}
	p.place = inverse(p.order)
	entries := lower(s, p.order)
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	parent := eliminationTree(entries)
	count := columnCounts(entries, parent)
	for _, c := range count {
		p.total += c
		p.products += float64(float64(c) * float64(c) / 2)
	}
	p.supernodes = group(entries, parent, count)
	return p, ctx.Err()
}

// Bytes returns about what the factor takes.
func (p *Plan) Bytes() uint64 { return 12 * uint64(p.total) }

// Products returns about how many multiplications it takes to find.
func (p *Plan) Products() float64 { return p.products }
