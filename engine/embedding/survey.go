package embedding

import (
	"context"

	"unfold/engine"
	"unfold/engine/geodesic"
	"unfold/engine/internal/parallel"
	"unfold/engine/neighbour"
)

// A route is all that geodesics depend on, over the rows of one sample.
type route struct {
	rule      neighbourhood
	connect   string
	landmarks int
	double    bool
}

// A neighbourhood is which rows are joined.
type neighbourhood struct {
	k      int
	eps    float64
	search string
}

// A survey is what came of a route: it serves embeddings in any number of
// dimensions.
type survey struct {
	way    route
	graph  *engine.Graph
	paths  *geodesic.Paths     // nil if they are from landmarks
	sparse *geodesic.Landmarks // nil if they are between all rows
}

// target is what an embedding is to keep.
func (f *survey) target() engine.Distances {
	if f.sparse != nil {
		return f.sparse
	}
	return f.paths
}

// plot lays the rows out.
func (f *survey) plot(ctx context.Context, exact, rough int) (*layout, error) {
	if f.sparse != nil {
		return triangulated(ctx, f.sparse, exact, rough)
	}
	return laid(ctx, f.paths.Triangle(), exact, rough)
}

// surveyKey names the geodesics that were found last: settings that differ in
// dim alone follow one another, and more of them would fill the memory.
type surveyKey struct{}

// survey returns the graph of s and the geodesics along it.
func (m *Isomap) survey(ctx context.Context, s engine.Sample, d engine.Distances, plan geodesic.Plan) (*survey, error) {
	way := route{rule: neighbourhood{m.K, m.Eps, m.Search}, connect: m.Connect, landmarks: plan.Landmarks, double: plan.Double}
	same := func(f *survey) bool { return f.way == way }
	return engine.SharedWhere(ctx, s.Pairs, surveyKey{}, same, func(ctx context.Context, _ **survey) (*survey, error) {
		found, err := m.explore(ctx, s, d, plan)
		if err == nil {
			found.way = way
		}
		return found, err
	})
}

// explore makes the survey.
func (m *Isomap) explore(ctx context.Context, s engine.Sample, d engine.Distances, plan geodesic.Plan) (*survey, error) {
	graph, err := m.graph(parallel.Part(ctx, 0, 0.2), s, d)
	if err != nil {
		return nil, err
	}
	remarkBridges(ctx, graph, s.Rows)
	found, stage := &survey{graph: graph}, parallel.Part(ctx, 0.2, 1)
	if plan.Landmarks > 0 {
		found.sparse, err = m.fromLandmarks(stage, graph, plan)
	} else {
		found.paths, err = m.between(stage, graph, plan)
	}
	return found, err
}

// between finds the geodesics between all rows.
func (m *Isomap) between(ctx context.Context, g *engine.Graph, plan geodesic.Plan) (*geodesic.Paths, error) {
	if !plan.Double {
		engine.Remark(ctx, "%v", plan)
	}
	paths, err := geodesic.AllPairs(ctx, g, plan.Double)
	if err == nil {
		paths.K, paths.Eps = m.rule()
	}
	return paths, err
}

// fromLandmarks finds the geodesics from landmarks, and how good they are.
func (m *Isomap) fromLandmarks(ctx context.Context, g *engine.Graph, plan geodesic.Plan) (*geodesic.Landmarks, error) {
	const seed = 1
	engine.Remark(ctx, "%v", plan)
	rows, err := geodesic.MaxMin(parallel.Part(ctx, 0, 0.2), g, plan.Landmarks, seed)
	if err != nil {
		return nil, err
	}
	paths, err := geodesic.FromLandmarks(parallel.Part(ctx, 0.2, 0.8), g, rows)
	if err != nil {
		return nil, err
	}
	paths.K, paths.Eps = m.rule()
	accuracy, err := paths.Accuracy(parallel.Part(ctx, 0.8, 1), g, seed)
	if err != nil {
		return nil, err
	}
	engine.Remark(ctx, "%v", accuracy)
	return paths, nil
}

// listsKey names the exact neighbour lists of rows by their dissimilarities.
type listsKey struct{}

// lists returns the k nearest rows of every row. Exact lists begin with those
// for fewer, so that one search serves several k; a dissimilarity that keeps
// lists of its own is asked for them.
func (m *Isomap) lists(ctx context.Context, s engine.Sample, d engine.Distances) (*engine.Neighbours, error) {
	mode := searches[m.Search]
	_, finds := d.(neighbour.Finder)
	_, keeps := d.(engine.Nearer)
	if keeps && !finds || !neighbour.CertainlyExact(d, mode) {
		return neighbour.Find(ctx, d, m.K, mode)
	}
	if err := neighbour.Check(m.K, d.Len()); err != nil {
		return nil, err
	}
	return neighbour.FindKept(ctx, s.Pairs, listsKey{}, d, m.K)
}
