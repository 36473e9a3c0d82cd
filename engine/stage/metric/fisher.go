package metric

import (
	"context"
	"slices"

	"gonum.org/v1/gonum/mat"

	"unfold/engine"
	"unfold/engine/check"
	"unfold/engine/graph/geodesic"
	"unfold/engine/graph/neighbour"
	"unfold/engine/internal/copies"
	"unfold/engine/internal/parallel"
	"unfold/engine/linear/spectral"
	"unfold/engine/remedy"
)

func init() {
	declare(engine.Stage{
		Name:     "fisher",
		Summary:  "measures how fast the likelihood of classes changes on the way from row to row",
		Formula:  "q = shortest path of ∫ √(dxᵀ J(x) dx),  J = Σ_c p(c|x) ∇log p(c|x) ∇log p(c|x)ᵀ",
		Citation: "Venna, Peltonen, Nybo, Aidos, Kaski 2010, JMLR 11:451–490; Peltonen, Klami, Kaski 2004, Neural Networks 17:1087–1100",
		Examples: []string{`waveform(n=200) | scale | fisher | mds | krr | svm`},

		ReadsLabels: true,
		Unlabelled:  true,
	}, func() engine.Metric { return new(Fisher) })
}

// Fisher measures rows by what changes of their classes on the way from one to the
// other: columns that tell nothing about classes count for nothing, and count for more
// where classes meet.
//
//	p(c|x) = Σ_{i of c} k_i(x) / Σ_i k_i(x),  k_i(x) = exp(−‖x − x_i‖²/2σ²)
//	J(x)   = Σ_c p(c|x) b_c b_cᵀ,  b_c = ∇log p(c|x) = (m_c(x) − m(x))/σ²
//
// with m_c and m the means of the rows, of a class and of all, weighed by k. On the
// edges of the graph of k nearest rows the length ∫ √(dxᵀ J dx) is found by the midpoint
// rule in so many steps, which is the same from either end; q are the shortest paths
// along the graph. A graph in several components is joined by its shortest bridges, of
// which a note tells.
//
// sigma = auto is that of ten, whose squares are 1/1000 to 1 of the mean squared
// distance, for which left-out rows have the largest likelihood: of at most 1000 rows that stand
// at even distances, each by all others. A note tells it.
//
// X n×d and classes; q has no unit. Rows without a class are measured as well, since
// p(c|x) is of any row: that of rows with one. Rows that differ in nothing that tells
// classes are at a distance of nearly zero, and so are rows far inside a class.
//
// Time O(n² k (d + steps)) for edges and that of all shortest paths; memory n²/2
// numbers, asked for before they are taken. It fails without classes, for fewer than
// two of them, for k ≥ n and for cells that are not finite. It is deterministic (Venna,
// Peltonen, Nybo, Aidos, Kaski 2010, JMLR 11:451–490; Peltonen, Klami, Kaski 2004,
// Neural Networks 17:1087–1100).
type Fisher struct {
	K     int     // neighbours of each row in the graph
	Sigma float64 // of the densities, or engine.Auto
	Steps int     // of each edge
}

// Params declares the parameters.
func (m *Fisher) Params(p *engine.Params) {
	p.Int(&m.K, "k", 10, engine.AtLeast(1), "neighbours of each row in the graph that paths go along").Simpler(engine.Larger)
	p.Float(&m.Sigma, "sigma", engine.Auto, engine.OrAuto(engine.Above(0)), "width of the density around each row; auto is what tells left-out rows' classes best").Simpler(engine.Larger)
	p.Int(&m.Steps, "steps", 10, engine.AtLeast(1), "in which an edge is measured").Quietly()
}

// Distances returns q for the rows of s.
func (m *Fisher) Distances(ctx context.Context, s engine.Sample) (engine.Distances, error) {
	p, err := m.parzen(parallel.Part(ctx, 0, 0.1), s)
	if err != nil {
		return nil, err
	}
	if err := neighbour.Check(m.K, s.Len()); err != nil {
		return nil, err
	}
	distinct := copies.Apart(s, engine.Euclidean(s.X))
	if distinct.Len() == 1 {
		return nil, spectral.Identical()
	}
	graph, err := m.graph(parallel.Part(ctx, 0.1, 0.3), distinct.Sample)
	if err != nil {
		return nil, err
	}
	if err := m.measure(parallel.Part(ctx, 0.3, 0.8), p, distinct.X, graph); err != nil {
		return nil, err
	}
	paths, err := geodesic.AllPairs(parallel.Part(ctx, 0.8, 1), graph, geodesic.IsPrecise(graph.Len()))
	return withCopies{paths, distinct.Of}, err
}

// parzen are the densities of the classes of rows that have one.
func (m *Fisher) parzen(ctx context.Context, s engine.Sample) (*parzen, error) {
	if !s.HasClasses() {
		return nil, &engine.Error{Cause: "it reads class labels, and the table has none", Remedy: remedy.Load("name the column", "label", "class")}
	}
	if err := check.Finite(s); err != nil {
		return nil, err
	}
	p := newParzen(s)
	if err := check.Classes(p.classes); err != nil {
		return nil, err
	}
	if m.Sigma != engine.Auto {
		p.setSigma(m.Sigma)
		return p, nil
	}
	return p, p.choose(ctx)
}

// graph joins distinct rows to their nearest.
func (m *Fisher) graph(ctx context.Context, s engine.Sample) (*engine.Graph, error) {
	d := engine.Euclidean(s.X)
	nearest, err := neighbour.Find(parallel.Part(ctx, 0, 0.8), d, min(m.K, d.Len()-1), neighbour.Auto)
	if err != nil {
		return nil, err
	}
	union, err := geodesic.Union(ctx, nearest)
	if err != nil {
		return nil, err
	}
	joined, err := geodesic.Agglomerate(parallel.Part(ctx, 0.8, 1), union, d)
	if err == nil && len(joined.Bridges) > 0 {
		geodesic.RemarkBridges(ctx, joined, s.Rows)
	}
	return joined, err
}

// measure sets the lengths of edges, each from the end with the smaller index.
func (m *Fisher) measure(ctx context.Context, p *parzen, x *mat.Dense, g *engine.Graph) error {
	count := parallel.Count(ctx, "lengths of edges", g.Len())
	err := parallel.With(ctx, g.Len(), 1, p.newPath, func(w *path, lo, hi int) {
		for i := lo; i < hi; i++ {
			w.leave(x.RawRowView(i))
			ends, lengths := g.Of(i)
			for e, j := range ends {
				if int(j) > i {
					lengths[e] = w.length(x.RawRowView(int(j)), m.Steps)
				}
			}
		}
		count.Add(hi - lo)
	})
	for i := range g.Len() {
		ends, lengths := g.Of(i)
		for e, j := range ends {
			if int(j) < i {
				back, of := g.Of(int(j))
				lengths[e] = of[slices.Index(back, int32(i))]
			}
		}
	}
	return err
}

// withCopies are the lengths of paths between rows that are copies of others or not.
type withCopies struct {
	paths *geodesic.Paths
	at    []int // the distinct row of each
}

func (d withCopies) Len() int { return len(d.at) }

func (d withCopies) Row(dst []float64, i int) {
	whole := make([]float64, d.paths.Len())
	d.paths.Row(whole, d.at[i])
	for j, at := range d.at {
		dst[j] = whole[at]
	}
}
