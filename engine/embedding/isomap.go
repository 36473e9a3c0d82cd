package embedding

import (
	"context"
	"fmt"
	"strings"

	"unfold/engine"
	"unfold/engine/geodesic"
	"unfold/engine/internal/memory"
	"unfold/engine/internal/parallel"
	"unfold/engine/internal/triangle"
	"unfold/engine/neighbour"
)

func init() {
	declare(engine.Stage{
		Name:     "isomap",
		Summary:  "keeps geodesic distances along the neighbourhood graph",
		Formula:  "g_ij = shortest path i–j;  Y = V √Λ of −½ J G² J",
		Citation: "Tenenbaum, de Silva, Langford 2000, doi:10.1126/science.290.5500.2319",
		Examples: []string{`swissroll(n=500) | isomap(k=10)`, `scurve(n=400) | isomap(k=8, dim=auto)`},
	}, func() engine.Embedder { return new(Isomap) })
}

// Isomap keeps geodesic distances: the lengths of shortest paths along the
// neighbourhood graph.
//
//	g_ij = length of the shortest path between rows i and j
//	S    = −½ J G² J,  J = I − 11ᵀ/n
//	y_ip = √λ_p v_ip  for the largest eigenvalues λ_p of S with vectors v_p
//
// X n×d → Y n×dim, in the units of the dissimilarities. The graph joins two
// rows if either is among the other's k nearest, or if they are within eps.
// A graph of several components is joined by its shortest bridges, of which a
// note tells, or refused.
//
// Time O(n²d) for the graph, O(n(nk + n log n)) for the paths, O(n²) a step
// for the spectrum; memory 2n² numbers, asked for before they are taken. It
// fails for k ≥ n, for a graph that may not be joined, for rows that are all
// equal, and for more dimensions than S has positive eigenvalues: G need not be
// Euclidean. It is deterministic (Tenenbaum, de Silva, Langford 2000,
// doi:10.1126/science.290.5500.2319; agglomeration: Orsenigo, Vercellis 2012,
// doi:10.1016/j.eswa.2012.01.060).
//
// Deviation: of a graph in several components Tenenbaum et al. embed the
// largest one.
type Isomap struct {
	K       int     // neighbours of each row
	Dim     int     // dimensions, or engine.Auto
	Eps     float64 // radius of neighbourhoods in place of K, or engine.Auto for none
	Connect string  // "agglomerate" or "error"

	Precision string // "auto", "double" or "single"
}

// Params declares the parameters.
func (m *Isomap) Params(p *engine.Params) {
	p.Int(&m.K, "k", 10, engine.AtLeast(1), "neighbours of each row in the graph")
	p.Int(&m.Dim, "dim", 2, engine.OrAuto(engine.AtLeast(1)), "dimensions of the embedding; auto is where the residual variance flattens")
	p.Float(&m.Eps, "eps", engine.Auto, engine.OrAuto(engine.Above(0)), "joins rows at most this far apart, instead of k neighbours; auto is not to")
	p.Text(&m.Connect, "connect", "agglomerate", engine.OneOf("agglomerate", "error"), "what to do with a graph in several components: join them by their shortest bridges, or stop")
	precisionParam(p, &m.Precision)
}

// Embed places the rows of s.
func (m *Isomap) Embed(ctx context.Context, s engine.Sample) (*engine.Embedding, error) {
	d, err := distancesOf(s)
	if err != nil {
		return nil, err
	}
	n := d.Len()
	if err := memory.Need(triangle.Bytes(n, double(m.Precision, n)), fmt.Sprintf("geodesics of %d rows", n), "take fewer rows: put sample(n=...) after the source"); err != nil {
		return nil, err
	}
	graph, err := m.graph(parallel.Part(ctx, 0, 0.2), d)
	if err != nil {
		return nil, err
	}
	remarkBridges(ctx, graph, s.Rows)
	paths, err := geodesic.AllPairs(parallel.Part(ctx, 0.2, 0.8), graph, double(m.Precision, n))
	if err != nil {
		return nil, err
	}
	paths.K, paths.Eps = m.K, m.Eps
	if m.Eps != engine.Auto {
		paths.K = 0
	}
	e, err := scaling(parallel.Part(ctx, 0.8, 1), paths.Triangle(), paths, m.Dim)
	if err != nil {
		return nil, err
	}
	e.Graph = graph
	return e, nil
}

// graph returns the neighbourhood graph in one component.
func (m *Isomap) graph(ctx context.Context, d engine.Distances) (*engine.Graph, error) {
	g, err := m.neighbourhoods(parallel.Part(ctx, 0, 0.7), d)
	if err != nil {
		return nil, err
	}
	joined, err := geodesic.Agglomerate(parallel.Part(ctx, 0.7, 1), g, d)
	if err != nil || len(joined.Bridges) == 0 || m.Connect != "error" {
		return joined, err
	}
	_, sizes := geodesic.Components(g)
	if m.Eps != engine.Auto {
		return nil, geodesic.DisconnectedWithin(m.Eps, sizes, joined.Bridges)
	}
	return nil, geodesic.Disconnected(ctx, d, m.K, sizes)
}

func (m *Isomap) neighbourhoods(ctx context.Context, d engine.Distances) (*engine.Graph, error) {
	if m.Eps != engine.Auto {
		return neighbour.Within(ctx, d, m.Eps)
	}
	nb, err := neighbour.Nearest(ctx, d, m.K)
	if err != nil {
		return nil, err
	}
	return geodesic.Union(nb), nil
}

// remarkBridges lists the bridges, by the rows' places in the source.
func remarkBridges(ctx context.Context, g *engine.Graph, rows []int) {
	const most = 8
	if len(g.Bridges) == 0 {
		return
	}
	name := func(i int) int {
		if rows == nil {
			return i
		}
		return rows[i]
	}
	var list []string
	for i, b := range g.Bridges {
		if i == most {
			list = append(list, fmt.Sprintf("and %d more", len(g.Bridges)-most))
			break
		}
		list = append(list, fmt.Sprintf("row %d to row %d (length %.4g)", name(b.I), name(b.J), b.Length))
	}
	word := "bridges"
	if len(g.Bridges) == 1 {
		word = "bridge"
	}
	engine.Remark(ctx, "neighbourhood graph had %d components, joined by %d %s: %s", g.Components, len(g.Bridges), word, strings.Join(list, ", "))
}
