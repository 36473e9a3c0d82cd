package form

import (
	"context"
	"slices"

	"gonum.org/v1/gonum/mat"

	"unfold/engine"
	"unfold/engine/codec"
	"unfold/engine/internal/parallel"
)

// pieceMaps are the maps of rows by their pieces: linear in parameters, of which each
// piece has a block of M + 1 rows and dim columns.
type pieceMaps struct {
	blocks
	rows [][]part // of each row, in the order of the pieces
	poor bool     // a piece has too few rows for its parameters
}

// blocks are how parameters lie: of each piece L_kᵀ by rows, and l_k behind it.
type blocks struct {
	pieces *pieces
	dim    int
}

// A part is what a row has in one piece.
type part struct {
	piece int
	share float64
	place []float64 // scaled coordinates
}

// newPieceMaps reads the rows of x.
func newPieceMaps(ctx context.Context, c *pieces, x *mat.Dense, dim int) (*pieceMaps, error) {
	n, _ := x.Dims()
	p := &pieceMaps{blocks: blocks{c, dim}, rows: make([][]part, n)}
	m := c.Directions()
	err := parallel.With(ctx, n, 64, c.newLocal, func(at local, lo, hi int) {
		for i := lo; i < hi; i++ {
			c.read(at, x.RawRowView(i))
			for k, share := range at.shares {
				if share > 0 {
					p.rows[i] = append(p.rows[i], part{k, share, slices.Clone(at.coordinates[k*m : (k+1)*m])})
				}
			}
		}
	})
	if err != nil {
		return nil, err
	}
	p.count(ctx)
	return p, nil
}

// each calls visit for all parts of all rows, in order.
func (p *pieceMaps) each(visit func(part)) {
	for _, parts := range p.rows {
		for _, at := range parts {
			visit(at)
		}
	}
}

// count notes pieces with too few rows.
func (p *pieceMaps) count(ctx context.Context) {
	owned := make([]float64, p.pieces.Count())
	p.each(func(at part) { owned[at.piece] += at.share })
	few := 0
	for _, rows := range owned {
		if rows < float64(p.pieces.Directions()+1) {
			few++
		}
	}
	if p.poor = few > 0; p.poor {
		engine.Remark(ctx, "%d of %d pieces have fewer than %d rows, too few for their maps, which a ridge of 1e-6 holds", few, len(owned), p.pieces.Directions()+1)
	}
}

func (p *pieceMaps) Rows() int { return len(p.rows) }
func (p *pieceMaps) Dim() int  { return p.dim }

// size is how many parameters a piece has.
func (b blocks) size() int { return (b.pieces.Directions() + 1) * b.dim }

// of is the block of a piece.
func (b blocks) of(w []float64, piece int) []float64 { return w[piece*b.size() : (piece+1)*b.size()] }

func (p *pieceMaps) Parameters() int { return p.pieces.Count() * p.size() }

// Work counts a product for each parameter that a row depends on.
func (p *pieceMaps) Work() int {
	if p.pieces.soft {
		return p.Parameters()
	}
	return p.size()
}

// Ridge is what squares of parameters cost: slopes so much as unseen rows differ more than
// the others, in the mean over pieces, and all of them a little where rows are too few.
func (p *pieceMaps) Ridge() []float64 {
	noise := p.pieces.Noise()
	if noise == 0 && !p.poor {
		return nil
	}
	ridge := make([]float64, p.Parameters())
	for a := range ridge {
		if p.poor {
			ridge[a] = 1e-6
		}
		if a%p.size() < p.size()-p.dim {
			ridge[a] += noise / float64(p.pieces.Count())
		}
	}
	return ridge
}

// Design returns Φ, n×K(M + 1): of each row r_k [p_k, 1] side by side, zeros in pieces
// that it is not in. It is made anew at each call.
func (p *pieceMaps) Design() *mat.Dense {
	m := p.pieces.Directions()
	design := mat.NewDense(p.Rows(), p.pieces.Count()*(m+1), nil)
	for i, parts := range p.rows {
		row := design.RawRowView(i)
		for _, at := range parts {
			block := row[at.piece*(m+1) : (at.piece+1)*(m+1)]
			for a, v := range at.place {
				block[a] = at.share * v
			}
			block[m] = at.share
		}
	}
	return design
}

// Forward fills z with Σ_k r_k (L_k p_k + l_k).
func (p *pieceMaps) Forward(ctx context.Context, z, w []float64) error {
	return parallel.For(ctx, p.Rows(), parallel.Grain(p.Work()), func(lo, hi int) {
		for i := lo; i < hi; i++ {
			image := z[i*p.dim : (i+1)*p.dim]
			clear(image)
			for _, at := range p.rows[i] {
				p.add(image, w, at)
			}
		}
	})
}

// add adds what one piece gives to an image.
func (b blocks) add(image, w []float64, at part) {
	block := b.of(w, at.piece)
	for a, v := range at.place {
		for k, l := range block[a*b.dim : (a+1)*b.dim] {
			image[k] += float64(at.share * v * l)
		}
	}
	for k, l := range block[len(block)-b.dim:] {
		image[k] += float64(at.share * l)
	}
}

// Pullback adds r_k [p_k, 1] gᵀ to the blocks of a row's pieces.
func (p *pieceMaps) Pullback(gradient, _ []float64, i int, g []float64) {
	for _, at := range p.rows[i] {
		block := p.of(gradient, at.piece)
		for k, v := range g {
			for a, u := range at.place {
				block[a*p.dim+k] += float64(at.share * u * v)
			}
			block[len(block)-p.dim+k] += float64(at.share * v)
		}
	}
}

// Toward fits each piece to the places of its rows, by their shares.
func (p *pieceMaps) Toward(ctx context.Context, z *mat.Dense) ([]float64, error) {
	if err := ends(z, p.Rows(), p.dim); err != nil {
		return nil, err
	}
	k, m := p.pieces.Count(), p.pieces.Directions()
	rowsOf := make([][]int, k)
	for i, parts := range p.rows {
		for _, at := range parts {
			rowsOf[at.piece] = append(rowsOf[at.piece], i)
		}
	}
	w := make([]float64, p.Parameters())
	for piece, rows := range rowsOf {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		if len(rows) == 0 {
			continue
		}
		design, places, shares := mat.NewDense(len(rows), m+1, nil), mat.NewDense(len(rows), p.dim, nil), make([]float64, len(rows))
		for to, i := range rows {
			at := p.rows[i][slices.IndexFunc(p.rows[i], func(at part) bool { return at.piece == piece })]
			copy(design.RawRowView(to), at.place)
			design.Set(to, m, 1)
			copy(places.RawRowView(to), z.RawRowView(i))
			shares[to] = at.share
		}
		copy(p.of(w, piece), leastSquares(design, places, shares, max(1e-6, p.pieces.Noise())).RawMatrix().Data)
	}
	return w, ctx.Err()
}

// Map returns the map of rows by w.
func (p *pieceMaps) Map(_ context.Context, w []float64) (engine.Map, error) {
	return &pieceMap{p.blocks, slices.Clone(w)}, nil
}

type pieceMap struct {
	blocks
	w []float64
}

func init() { codec.Register[*pieceMap]("pieces", 1) }

// Fields tells the pieces and their maps.
func (m *pieceMap) Fields(f *codec.Fields) {
	if m.pieces == nil {
		m.pieces = new(pieces)
	}
	f.Group("pieces", m.pieces.fields)
	f.Int("dim", &m.dim)
	f.Floats("parameters", &m.w)
	if f.Good() {
		f.Check(m.dim > 0 && m.dim <= len(m.w) && len(m.w) == m.pieces.Count()*m.size(), "%d parameters for %d pieces", len(m.w), m.pieces.Count())
	}
}

// Dim returns dim.
func (m *pieceMap) Dim() int { return m.dim }

// Apply fills dst with the images of the rows of x.
func (m *pieceMap) Apply(ctx context.Context, dst, x *mat.Dense) error {
	n, _ := x.Dims()
	c := m.pieces
	size := c.Directions()
	return parallel.With(ctx, n, 64, c.newLocal, func(at local, lo, hi int) {
		for i := lo; i < hi; i++ {
			c.read(at, x.RawRowView(i))
			image := dst.RawRowView(i)
			clear(image)
			for k, share := range at.shares {
				if share > 0 {
					m.add(image, m.w, part{k, share, at.coordinates[k*size : (k+1)*size]})
				}
			}
		}
	})
}
