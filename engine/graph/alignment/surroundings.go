package alignment

import (
	"context"
	"math"

	"gonum.org/v1/gonum/mat"

	"unfold/engine"
	"unfold/engine/check"
	"unfold/engine/graph/geodesic"
	"unfold/engine/graph/neighbour"
	"unfold/engine/internal/copies"
	"unfold/engine/internal/parallel"
	"unfold/engine/linear/sparse"
	"unfold/engine/linear/spectral"
)

// Near is the parameters of embedders that look at neighbourhoods alone.
type Near struct {
	K       int    // neighbours of each row
	Dim     int    // dimensions
	Connect string // "agglomerate" or "error"
}

// Declare declares the parameters.
func (m *Near) Declare(p *engine.Params) {
	p.Int(&m.K, "k", 10, engine.AtLeast(1), "neighbours of each row").Simpler(engine.Larger)
	p.Int(&m.Dim, "dim", 2, engine.AtLeast(1), "dimensions of the embedding").Simpler(engine.Smaller)
	p.Text(&m.Connect, "connect", "agglomerate", engine.OneOf("agglomerate", "error"), "what to do with a graph in several components: join them by their shortest bridges, or stop").Quietly()
}

// Surroundings are the distinct rows of a sample with their neighbours, and the graph
// that these make, in one part.
type Surroundings struct {
	*copies.Part
	Nearest *engine.Neighbours
	Joined  *engine.Graph
}

// Surroundings finds the k nearest rows of every row of s that is no copy of another.
func (m *Near) Surroundings(ctx context.Context, s engine.Sample) (*Surroundings, error) {
	u, err := Distinct(ctx, s, m.Dim)
	if err != nil {
		return nil, err
	}
	if u.Nearest, err = u.Find(parallel.Part(ctx, 0, 0.7), m.K); err != nil {
		return nil, err
	}
	u.Joined, err = u.Join(parallel.Part(ctx, 0.7, 1), m.Connect)
	return u, err
}

// Distinct returns the rows of s that are no copies of others, which so many
// dimensions can tell apart. It refuses rows that are not finite.
func Distinct(ctx context.Context, s engine.Sample, dim int) (*Surroundings, error) {
	d, err := check.Distances(s)
	if err != nil {
		return nil, err
	}
	if err := check.Finite(s); err != nil {
		return nil, err
	}
	u := &Surroundings{Part: copies.Apart(s, d)}
	switch {
	case u.Len() == 1:
		return nil, spectral.Identical()
	case dim >= u.Len():
		return nil, check.TooManyDimensions(dim, u.Len()-1, "dimensions that distinct rows can span")
	}
	if count := u.Copies(); count > 0 {
		engine.Remark(ctx, "copies of rows lie where these do, and count once: %d", count)
	}
	return u, nil
}

// Find finds the k nearest rows of every row.
func (u *Surroundings) Find(ctx context.Context, k int) (*engine.Neighbours, error) {
	return neighbour.FindShared(ctx, u.Pairs, u.Distances, k, neighbour.Auto)
}

// Join returns the graph of the nearest rows, its components joined by their shortest
// bridges, of which a note tells; connect = "error" refuses more than one.
func (u *Surroundings) Join(ctx context.Context, connect string) (*engine.Graph, error) {
	graph, err := geodesic.Union(ctx, u.Nearest)
	if err != nil {
		return nil, err
	}
	joined, err := geodesic.Agglomerate(ctx, graph, u.Distances)
	if err != nil || len(joined.Bridges) == 0 {
		return joined, err
	}
	if connect == "error" {
		_, sizes, err := geodesic.Components(ctx, graph)
		if err != nil {
			return nil, err
		}
		return nil, geodesic.Disconnected(ctx, u.Distances, graph.K, sizes)
	}
	geodesic.RemarkBridges(ctx, joined, u.Sample.Rows)
	return joined, nil
}

// Graph returns the graph of all rows, with copies joined to the rows they are of.
func (u *Surroundings) Graph() *engine.Graph { return u.SpreadGraph(u.Joined) }

// Columns returns the cells of the rows, of which local sums are made whatever metric
// has found the neighbours; a note says so.
func (u *Surroundings) Columns(ctx context.Context) *mat.Dense {
	if _, points := u.Distances.(engine.Pointed); !points {
		engine.Remark(ctx, "the metric chooses the neighbours; what they have to do with each other is found in the columns")
	}
	return u.X
}

// Place places the rows by the smallest eigenvectors of m beside the constant one, each
// of variance one.
func (u *Surroundings) Place(ctx context.Context, m *sparse.Matrix, dim int) (*engine.Embedding, error) {
	ones := make([]float64, u.Len())
	for i := range ones {
		ones[i] = 1
	}
	found, err := spectral.Smallest(ctx, m, dim, ones)
	if err != nil {
		return nil, err
	}
	found.Remark(ctx, dim)
	found.Vectors.Scale(math.Sqrt(float64(u.Len())), found.Vectors)
	return &engine.Embedding{Y: u.Spread(found.Vectors), Graph: u.Graph()}, nil
}
