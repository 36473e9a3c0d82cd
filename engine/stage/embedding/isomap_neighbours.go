package embedding

import (
	"context"
	"slices"

	"unfold/engine"
	"unfold/engine/graph/geodesic"
	"unfold/engine/graph/neighbour"
	"unfold/engine/internal/parallel"
	"unfold/engine/remedy"
)

// The numbers of neighbours that rows choose between, and how many they have where
// nothing tells better.
const fewestNeighbours, mostNeighbours, usualNeighbours = 3, 30, 10

// neighbourCounts are the numbers that n rows choose between.
func neighbourCounts(n int) []int {
	var ks []int
	for k := min(fewestNeighbours, n-1); k <= min(mostNeighbours, n-1); k++ {
		ks = append(ks, k)
	}
	return ks
}

// neighbourhood is the number of neighbours that a graph is made with, and what told
// it, or nil.
type neighbourhood struct {
	k         int
	statistic *engine.KStatistic
	nearest   *engine.Neighbours // lists of k or more, if they were found already
}

// neighbourhood chooses k by the K statistic if it is to be chosen.
func (m *Isomap) neighbourhood(ctx context.Context, s engine.Sample, d engine.Distances) (h neighbourhood, err error) {
	switch {
	case m.K != engine.Auto || m.Eps != engine.Auto:
		return neighbourhood{k: m.K}, nil
	case !s.HasClasses():
		h.k = min(usualNeighbours, d.Len()-1)
		engine.Remark(ctx, "k = %d, since there are no classes to choose it by", h.k)
		return h, nil
	}
	key := kStatisticKey{m.Search, m.Connect}
	h.statistic, err = engine.Shared(ctx, s.Pairs, key, func(ctx context.Context) (*engine.KStatistic, error) {
		if err := checkClasses(s.Target); err != nil {
			return nil, err
		}
		ks := neighbourCounts(d.Len())
		nearest, err := neighbour.FindShared(parallel.Part(ctx, 0, 0.2), s.Pairs, d, ks[len(ks)-1], searchModes[m.Search])
		if err != nil {
			return nil, err
		}
		h.nearest = nearest
		return geodesic.KStatistic(parallel.Part(ctx, 0.2, 1), ks, nearest, d, s.Labels, m.Connect == "error")
	})
	if err != nil {
		return h, err
	}
	at := h.statistic.Chosen
	h.k = h.statistic.K[at]
	engine.Remark(ctx, "k = %d has the largest K statistic of %d to %d, T = %.3g", h.k, h.statistic.K[0], h.statistic.K[len(h.statistic.K)-1], h.statistic.T[at])
	return h, nil
}

// checkClasses refuses classes that no pair of rows tells apart, or together.
func checkClasses(t engine.Target) error {
	sizes := t.Sizes()
	known := slices.DeleteFunc(slices.Clone(sizes), func(size int) bool { return size == 0 })
	cause := ""
	switch {
	case len(known) == 0:
		cause = "no row has a label"
	case len(known) == 1:
		cause = "all rows with a label are of one"
	case slices.Max(known) == 1:
		cause = "no two rows are known to be of one"
	default:
		return nil
	}
	return &engine.Error{Param: "k", Cause: "k = auto compares rows of the same class and of others, and " + cause, Remedy: remedy.Set("k", usualNeighbours)}
}

// kStatisticKey names what was found out about rows and their labels.
type kStatisticKey struct{ search, connect string }
