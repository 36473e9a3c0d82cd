package embedding

import (
	"context"
	"fmt"

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
// With landmarks, geodesics are found from L rows that lie far from each other
// only, S is that of these rows, and the others are placed by their geodesics
// to them (spectral.Triangulation). By itself it takes a thousand landmarks for
// more than 50 000 rows, and as many as fit where memory has no room for all
// geodesics and no precision is asked for; a note says so, and how far off paths
// over landmarks are. The embedding's Target is then a *geodesic.Landmarks: Row
// is exact for landmarks, whose places are their own Y up to rounding, and S and
// the spectrum are of the landmarks' rows alone.
//
// Of candidates with equal scores the larger k is the simpler one: where all
// rows are neighbours, geodesics are the dissimilarities themselves.
//
// Only the pairs that dim asks for are found at once; further eigenvalues and
// what other dimensions leave are the embedding's Scree.
//
// Time about n·m for the paths in a graph of m edges (geodesic.AllPairs), O(n²)
// a step for the spectrum; memory n²/2 numbers of float64 or float32 by
// precision, asked for before they are taken. With landmarks L takes the place
// of one n. Settings that meet the same rows share neighbour lists, and those
// that differ in dim alone share the geodesics. It fails for k ≥ n, for a graph that may not be joined, for rows
// that are all equal, and for more dimensions than S has positive eigenvalues:
// G need not be Euclidean. It is deterministic (Tenenbaum, de Silva, Langford
// 2000, doi:10.1126/science.290.5500.2319; agglomeration: Orsenigo, Vercellis
// 2012, doi:10.1016/j.eswa.2012.01.060; landmarks: de Silva, Tenenbaum 2003,
// Global versus local methods in nonlinear dimensionality reduction, NIPS 15).
//
// Deviation: of a graph in several components Tenenbaum et al. embed the
// largest one. Rows placed by landmarks are not turned to their principal axes.
type Isomap struct {
	K       int     // neighbours of each row
	Dim     int     // dimensions, or engine.Auto
	Eps     float64 // radius of neighbourhoods in place of K, or engine.Auto for none
	Connect string  // "agglomerate" or "error"

	Landmarks int    // rows that geodesics are found from, n or more for all, or engine.Auto
	Precision string // "auto", "double" or "single"
	Search    string // "auto", "exact" or "approximate" neighbours
}

// Params declares the parameters.
func (m *Isomap) Params(p *engine.Params) {
	p.Int(&m.K, "k", 10, engine.AtLeast(1), "neighbours of each row in the graph").Simpler(engine.Larger)
	p.Int(&m.Dim, "dim", 2, engine.OrAuto(engine.AtLeast(1)), "dimensions of the embedding; auto is where the residual variance flattens").Simpler(engine.Smaller)
	p.Float(&m.Eps, "eps", engine.Auto, engine.OrAuto(engine.Above(0)), "joins rows at most this far apart, instead of k neighbours; auto is not to")
	p.Text(&m.Connect, "connect", "agglomerate", engine.OneOf("agglomerate", "error"), "what to do with a graph in several components: join them by their shortest bridges, or stop")
	p.Int(&m.Landmarks, "landmarks", engine.Auto, engine.OrAuto(engine.AtLeast(1)), "rows that geodesics are found from; auto is all if they fit into memory and are at most 50000, else 1000 or what fits").Simpler(engine.Smaller)
	precisionParam(p, &m.Precision)
	p.Text(&m.Search, "search", "auto", engine.OneOf("auto", "exact", "approximate"), "which neighbours to find: exact ones, nearly all, or by itself exact ones unless there are very many rows in many columns")
}

// Embed places the rows of s.
func (m *Isomap) Embed(ctx context.Context, s engine.Sample) (*engine.Embedding, error) {
	d, err := distancesOf(s)
	if err != nil {
		return nil, err
	}
	plan, err := m.plan(ctx, d.Len())
	if err != nil {
		return nil, err
	}
	if err := m.spanned(plan); err != nil {
		return nil, err
	}
	found, err := m.survey(parallel.Part(ctx, 0, 0.6), s, d, plan)
	if err != nil {
		return nil, err
	}
	e, err := placed(parallel.Part(ctx, 0.6, 1), found.plot, found.plot, found.target(), m.Dim)
	if err != nil {
		return nil, err
	}
	e.Graph = found.graph
	return e, nil
}

// By itself isomap takes the usual landmarks of more than many rows.
const many, usual = 50_000, 1000

// plan is what geodesics are found. It asks for their memory.
func (m *Isomap) plan(ctx context.Context, n int) (geodesic.Plan, error) {
	landmarks := m.Landmarks
	if landmarks == engine.Auto && n > many {
		landmarks = usual
	}
	told := m.Precision == "double" || m.Precision == "single"
	if landmarks < n && (landmarks != engine.Auto || !told) {
		return geodesic.Choose(ctx, n, landmarks)
	}
	plan := geodesic.Plan{N: n, Double: double(m.Precision, n)}
	plan.Bytes = triangle.Bytes(n, plan.Double)
	return plan, memory.Claim(ctx, plan.Bytes, fmt.Sprintf("geodesics between all %d rows", n), "set landmarks, or precision to single, or take fewer rows: put sample(n=...) after the source")
}

// rule is what joined rows, as geodesics keep it.
func (m *Isomap) rule() (k int, eps float64) {
	if m.Eps != engine.Auto {
		return 0, m.Eps
	}
	return m.K, m.Eps
}

// graph returns the neighbourhood graph in one component.
func (m *Isomap) graph(ctx context.Context, s engine.Sample, d engine.Distances) (*engine.Graph, error) {
	g, err := m.neighbourhoods(parallel.Part(ctx, 0, 0.7), s, d)
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

// searches are the modes by the words for them.
var searches = map[string]neighbour.Mode{"exact": neighbour.Exact, "approximate": neighbour.Approximate, "auto": neighbour.Auto, "": neighbour.Auto}

func (m *Isomap) neighbourhoods(ctx context.Context, s engine.Sample, d engine.Distances) (*engine.Graph, error) {
	if m.Eps != engine.Auto {
		return neighbour.Within(ctx, d, m.Eps)
	}
	nb, err := m.lists(ctx, s, d)
	if err != nil {
		return nil, err
	}
	return geodesic.Union(nb), nil
}
