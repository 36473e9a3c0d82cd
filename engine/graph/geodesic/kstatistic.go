package geodesic

import (
	"context"
	"slices"

	"unfold/engine"
	"unfold/engine/internal/equal"
	"unfold/engine/internal/parallel"
	"unfold/engine/internal/random"
)

// MostAnchors is how many rows the K statistic measures geodesics from at most.
const MostAnchors = 300

// KStatistic compares the graphs that join rows to their nearest k, for each of ks,
// by how near they leave rows of one class, and chooses the number of neighbours:
//
//	η_ij = 1 / (1 + g_ij)
//	T(k) = (Σ η_ij of one class − Σ η_ij of different classes) / Σ η_ij
//
// where g are geodesics along the graph of k neighbours with its components joined,
// and the sums go over pairs of labelled rows: all rows make the graph. Of more than
// 300 labelled rows, pairs are those with one of 300, drawn from each class by its
// size. The largest T wins, of equal ones that of the larger k: it is the smoother
// graph. T falls almost steadily with k where classes overlap, hence no k below 3.
//
// Along a graph in components 1/(1 + g) would be zero between them, and a small k
// that joins a few pairs of copies alone would have T near 1: bridges keep that from
// happening, and Coverage tells how much they decide. With connect="error", graphs
// that need none come first.
//
// One search for neighbours and one pass over the anchors serve all k. Time about
// 300·n·Σk additions of vectors.
func KStatistic(ctx context.Context, ks []int, nearest *engine.Neighbours, d engine.Distances, labels []int, connected bool) (*engine.KStatistic, error) {
	graphs, err := newNested(parallel.Part(ctx, 0, 0.2), nearest, ks, d)
	if err != nil {
		return nil, err
	}
	found := &engine.KStatistic{K: ks}
	if found.T, err = contrasts(parallel.Part(ctx, 0.2, 1), graphs, len(ks), labels); err != nil {
		return nil, err
	}
	for i := range ks {
		count, of := graphs.componentsOf(i)
		found.Components = append(found.Components, count)
		found.Coverage = append(found.Coverage, coverage(labels, of))
	}
	found.Chosen = largest(found, connected)
	return found, nil
}

// contrasts returns T of each graph.
func contrasts(ctx context.Context, graphs *nestedGraphs, count int, labels []int) ([]float64, error) {
	labelled := labelledRows(labels)
	anchors := drawAnchors(labels, labelled)
	same, different := make([][]float64, len(anchors)), make([][]float64, len(anchors)) // by anchor and graph
	for a := range anchors {
		same[a], different[a] = make([]float64, count), make([]float64, count)
	}
	err := graphs.search(ctx, anchors, func(a int, b *band) {
		i := anchors[a]
		for _, j := range labelled {
			sums := different[a][b.from:b.to]
			switch {
			case j == i:
				continue
			case labels[j] == labels[i]:
				sums = same[a][b.from:b.to]
			}
			for at, g := range b.lengths(j) {
				sums[at] += 1 / (1 + g)
			}
		}
	})
	t := make([]float64, count)
	for at := range t {
		var near, far float64
		for a := range anchors {
			near, far = near+same[a][at], far+different[a][at]
		}
		t[at] = (near - far) / (near + far)
	}
	return t, err
}

// labelledRows are the rows whose class is known.
func labelledRows(labels []int) []int32 {
	var rows []int32
	for i, l := range labels {
		if l != engine.Hidden {
			rows = append(rows, int32(i))
		}
	}
	return rows
}

// drawAnchors returns all labelled rows, or 300 that are spread over them in the
// order of their classes, at random inside each.
func drawAnchors(labels []int, labelled []int32) []int32 {
	if len(labelled) <= MostAnchors {
		return labelled
	}
	const seed = 1
	drawn := random.New(seed, "anchors").Spread(len(labelled), MostAnchors, func(a, b int) int { return labels[labelled[a]] - labels[labelled[b]] })
	anchors := make([]int32, len(drawn))
	for a, at := range drawn {
		anchors[a] = labelled[at]
	}
	return anchors
}

// coverage is the share of pairs of labelled rows of one class that are in one
// component; of says which one each row is in, nil if all are in one.
func coverage(labels []int, of []int32) float64 {
	if of == nil {
		return 1
	}
	type part struct {
		class     int
		component int32
	}
	all, parts := map[int]int{}, map[part]int{}
	for i, l := range labels {
		if l != engine.Hidden {
			all[l]++
			parts[part{l, of[i]}]++
		}
	}
	var pairs, joined int
	for _, n := range all {
		pairs += n * (n - 1) / 2
	}
	for _, n := range parts {
		joined += n * (n - 1) / 2
	}
	return float64(joined) / float64(pairs)
}

// largest is the position of the largest T, of equal ones the last: among the graphs
// that were connected, where only those will do and there are any.
func largest(s *engine.KStatistic, connected bool) int {
	connected = connected && slices.Contains(s.Components, 1)
	best := -1
	for at, t := range s.T {
		if connected && s.Components[at] > 1 {
			continue
		}
		if best < 0 || equal.Compare(1+t, 1+s.T[best]) >= 0 {
			best = at
		}
	}
	return best
}
