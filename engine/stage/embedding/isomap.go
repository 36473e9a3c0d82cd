package embedding

import (
	"context"
	"fmt"

	"unfold/engine"
	"unfold/engine/graph/geodesic"
	"unfold/engine/graph/neighbour"
	"unfold/engine/internal/memory"
	"unfold/engine/internal/parallel"
	"unfold/engine/internal/triangle"
	"unfold/engine/remedy"
	"unfold/engine/stage/form"
)

func init() {
	declare(engine.Stage{
		Name:     "isomap",
		Summary:  "keeps geodesic distances along the neighbourhood graph",
		Formula:  "g_ij = shortest path i–j;  Y = V √Λ of −½ J G² J",
		Citation: "Tenenbaum, de Silva, Langford 2000, doi:10.1126/science.290.5500.2319",
		Aliases:  []string{"isometricmapping"},
		Near:     []string{"hisomap"},
		Examples: []string{`swissroll(n=500) | isomap(k=10)`, `waveform(n=200) | scale | isomap(k=10, map=linear) | svm`, `scurve(n=400) | isomap(k=8, dim=auto)`, `spiral(n=300) | isomap(k=auto)`},

		Unlabelled: true,
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
// With k = auto the K statistic chooses it: of k = 3, ..., 30 the one whose graph
// brings rows of one class nearest to each other, T(k) = (Σ_same η − Σ_different η) /
// Σ η with η = 1/(1 + g), over pairs of rows that have a label (geodesic.KStatistic).
// Rows without one are in the graph. It is chosen anew by each training part; a note
// tells it, and the embedding's KStatistic how the others did. Rows without classes
// have k = 10. Candidates such as k=[3, 5, 10, 20] are chosen by inner folds instead,
// by what they do for the predictor: the surer way, at the price of a fit each.
//
// With share = 0.67 two thirds of the labelled training rows, drawn from each class,
// make the graph and are placed; the map after it takes the others along, and
// predictors learn from both (rest="mapped") or from the placed ones (rest="unused").
// Held rows are mapped in either case.
//
// Of candidates with equal scores the larger k is the simpler one: where all
// rows are neighbours, geodesics are the dissimilarities themselves.
//
// With dim = auto it is the smallest behind which one dimension more takes less than
// 0.01 off the residual variance (elbow="residual"), or the largest up to 30 whose
// eigenvalue is above the next by 0.02 λ_1, two at least (elbow="eigenvalues").
//
// With map=linear or another form the images of a map are to be as far from each other
// as rows are along the graph, Σ_{i<j} (‖y_i − y_j‖ − g_ij)², and unseen rows have theirs
// too: it is gone down from the places of free points as mds does, and needs geodesics
// between all rows.
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
	K       int     // neighbours of each row, or engine.Auto
	Dim     int     // dimensions, or engine.Auto
	Eps     float64 // radius of neighbourhoods in place of K, or engine.Auto for none
	Connect string  // "agglomerate" or "error"

	Landmarks int    // rows that geodesics are found from, n or more for all, or engine.Auto
	Precision string // "auto", "double" or "single"
	Search    string // "auto", "exact" or "approximate" neighbours
	Elbow     string // what dim = auto goes by: "residual" or "eigenvalues"

	Mapped
	Partial
}

// Params declares the parameters.
func (m *Isomap) Params(p *engine.Params) {
	p.Int(&m.K, "k", usualNeighbours, engine.OrAuto(engine.AtLeast(1)), "neighbours of each row in the graph; auto is which of 3 to 30 brings rows of one class nearest to each other, or 10 without classes").Simpler(engine.Larger)
	p.Int(&m.Dim, "dim", 2, engine.OrAuto(engine.AtLeast(1)), "dimensions of the embedding; auto is where the residual variance flattens").Simpler(engine.Smaller)
	p.Float(&m.Eps, "eps", engine.Auto, engine.OrAuto(engine.Above(0)), "joins rows at most this far apart, instead of k neighbours; auto is not to")
	p.Text(&m.Connect, "connect", "agglomerate", engine.OneOf("agglomerate", "error"), "what to do with a graph in several components: join them by their shortest bridges, or stop")
	p.Int(&m.Landmarks, "landmarks", engine.Auto, engine.OrAuto(engine.AtLeast(1)), "rows that geodesics are found from; auto is all if they fit into memory and are at most 50000, else 1000 or what fits").Simpler(engine.Smaller)
	precisionParam(p, &m.Precision)
	p.Text(&m.Search, "search", "auto", engine.OneOf("auto", "exact", "approximate"), "which neighbours to find: exact ones, nearly all, or by itself exact ones unless there are very many rows in many columns")
	elbowParam(p, &m.Elbow)
	m.Mapped.declare(p)
	m.Partial.declare(p)
}

// ReadsLabels reports whether k is chosen by them.
func (m *Isomap) ReadsLabels() bool { return m.K == engine.Auto && m.Eps == engine.Auto }

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
	chosen, err := m.neighbourhood(parallel.Part(ctx, 0, 0.3), s, d)
	if err != nil {
		return nil, err
	}
	settings := geodesicSettings{chosen.k, m.Eps, m.Search, m.Connect, plan.Landmarks, plan.Double}
	same := func(g *geodesics) bool { return g.settings == settings }
	found, err := engine.SharedWhere(parallel.Part(ctx, 0.3, 0.6), s.Pairs, geodesicsKey{}, same, func(ctx context.Context, _ **geodesics) (*geodesics, error) {
		graph, err := m.neighbourGraph(parallel.Part(ctx, 0, 0.14), s, d, chosen)
		if err != nil {
			return nil, err
		}
		if graph, err = m.connect(parallel.Part(ctx, 0.14, 0.2), graph, d, s.Rows); err != nil {
			return nil, err
		}
		return findGeodesics(parallel.Part(ctx, 0.2, 1), graph, plan, settings)
	})
	if err != nil {
		return nil, err
	}
	e, err := embedByScaling(parallel.Part(ctx, 0.6, 1), found.scale, found.lengths(), m.Dim, m.Elbow)
	if err != nil {
		return nil, err
	}
	if !form.IsFree(m.Map) {
		if e, err = m.keepPaths(ctx, s, e, found); err != nil {
			return nil, err
		}
	}
	e.Graph, e.KStatistic = found.graph, chosen.statistic
	return e, nil
}

// plan is how geodesics of n rows fit into memory: from how many landmarks, and in
// which precision. It asks for what those between all rows take.
func (m *Isomap) plan(ctx context.Context, n int) (geodesic.Plan, error) {
	landmarks := m.landmarkCount(n)
	if landmarks > 0 || m.Landmarks == engine.Auto && m.Precision != "double" && m.Precision != "single" {
		plan, err := geodesic.Choose(ctx, n, landmarks)
		if err != nil {
			return plan, err
		}
		return plan, m.checkLandmarks(plan.Landmarks)
	}
	plan := geodesic.Plan{N: n, Double: isDouble(m.Precision, n)}
	plan.Bytes = triangle.Bytes(n, plan.Double)
	return plan, memory.Claim(ctx, plan.Bytes, fmt.Sprintf("geodesics between all %d rows", n), remedy.Set("landmarks").Or(remedy.Set("precision", "single")).Or(remedy.FewerRows()))
}

// searchModes are the modes by the words for them.
var searchModes = map[string]neighbour.Mode{"exact": neighbour.Exact, "approximate": neighbour.Approximate, "auto": neighbour.Auto, "": neighbour.Auto}

// neighbourGraph joins rows that are near each other, by k or by eps.
func (m *Isomap) neighbourGraph(ctx context.Context, s engine.Sample, d engine.Distances, chosen neighbourhood) (*engine.Graph, error) {
	if m.Eps != engine.Auto {
		return neighbour.Within(ctx, d, m.Eps)
	}
	if chosen.nearest != nil {
		return geodesic.Union(ctx, neighbour.Whole{Neighbours: chosen.nearest}.First(chosen.k))
	}
	nearest, err := neighbour.FindShared(ctx, s.Pairs, d, chosen.k, searchModes[m.Search])
	if err != nil {
		return nil, err
	}
	return geodesic.Union(ctx, nearest)
}

// connect joins the components of g by their shortest bridges, or refuses more than
// one. Notes call rows by their places in the source.
func (m *Isomap) connect(ctx context.Context, g *engine.Graph, d engine.Distances, rows []int) (*engine.Graph, error) {
	joined, err := geodesic.Agglomerate(ctx, g, d)
	if err != nil || len(joined.Bridges) == 0 {
		return joined, err
	}
	if m.Connect != "error" {
		geodesic.RemarkBridges(ctx, joined, rows)
		return joined, nil
	}
	_, sizes, err := geodesic.Components(ctx, g)
	if err != nil {
		return nil, err
	}
	if m.Eps != engine.Auto {
		return nil, geodesic.DisconnectedWithin(m.Eps, sizes, joined.Bridges)
	}
	return nil, geodesic.Disconnected(ctx, d, g.K, sizes)
}

// geodesics are the lengths of shortest paths along a graph, which serve embeddings
// in any number of dimensions.
type geodesics struct {
	settings  geodesicSettings
	graph     *engine.Graph
	paths     *geodesic.Paths     // between all rows, or nil
	landmarks *geodesic.Landmarks // from landmarks, or nil
}

// geodesicSettings are all that geodesics over the rows of one sample depend on.
type geodesicSettings struct {
	k               int
	eps             float64
	search, connect string
	landmarks       int
	double          bool
}

// geodesicsKey names the geodesics that were found last: settings that differ in
// dim alone follow one another, and more of them would fill the memory.
type geodesicsKey struct{}

// findGeodesics finds the shortest paths along g, between all rows or from
// landmarks.
func findGeodesics(ctx context.Context, g *engine.Graph, plan geodesic.Plan, settings geodesicSettings) (found *geodesics, err error) {
	found = &geodesics{settings: settings, graph: g}
	if plan.Landmarks > 0 || !plan.Double {
		engine.Remark(ctx, "%v", plan)
	}
	if plan.Landmarks > 0 {
		found.landmarks, err = pathsFromLandmarks(ctx, g, plan.Landmarks)
	} else {
		found.paths, err = geodesic.AllPairs(ctx, g, plan.Double)
	}
	return found, err
}

// lengths are the geodesics as dissimilarities.
func (g *geodesics) lengths() engine.Distances {
	if g.landmarks != nil {
		return g.landmarks
	}
	return g.paths
}

// scale is classical scaling of the geodesics.
func (g *geodesics) scale(ctx context.Context, exact, rough int) (*configuration, error) {
	if g.landmarks != nil {
		return scaleByLandmarks(ctx, g.landmarks, exact, rough)
	}
	return classicalScaling(ctx, g.paths.Triangle(), exact, rough)
}
