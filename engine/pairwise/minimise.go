package pairwise

import (
	"context"
	"fmt"
	"math"
	"slices"

	"unfold/engine"
	"unfold/engine/internal/parallel"
	"unfold/engine/internal/random"
	"unfold/engine/optimum"
)

// Settings say how an objective is descended.
type Settings struct {
	Descent optimum.Settings
	Starts  int       // descends from at most so many starts
	Seed    int       // of the starts that are drawn
	Ridge   []float64 // λ, what the square of each parameter costs; nil for nothing
}

// FewestStarts is how many starts are tried where all end alike.
const FewestStarts = 6

const (
	// roughly ends a descent that only tells whether its minimum is worth going
	// down to: a share of the cost that two steps in a row fall short of.
	roughly = 1e-4

	// alike is how near ends of rough descents are whose minimum is taken for one.
	alike = 1e-3
)

// Minimise returns the parameters of the map for which the cost of its images is
// least, as far as descents from several starts tell: the one given, and others
// that the map draws, roughly until the lowest end was met twice, and to the end
// from there. A ParametricCost is left with its own parameters of that end. Notes
// tell how far apart the ends were, and where the cost was still falling.
func Minimise(ctx context.Context, c Cost, m Map, start []float64, s Settings) ([]float64, error) {
	found, err := minimise(ctx, c, m, start, s)
	if err != nil {
		return nil, err
	}
	remarkFalling(ctx, found)
	return found.X, nil
}

// minimise is Minimise without a note of where the cost was still falling.
func minimise(ctx context.Context, c Cost, m Map, start []float64, s Settings) (*optimum.Result, error) {
	full, rough, err := objectives(parallel.Part(ctx, 0, 0.25), c, m)
	if err != nil {
		return nil, err
	}
	start = append(slices.Clip(start), ownOf(c)...)
	if s.Ridge != nil {
		s.Ridge = append(slices.Clip(s.Ridge), make([]float64, len(start)-m.Parameters())...)
		full = Ridge(full, s.Ridge)
		if rough != nil {
			rough = Ridge(rough, s.Ridge)
		}
	}
	found, err := descend(parallel.Part(ctx, 0.25, 1), full, rough, m, start, s)
	if err != nil {
		return nil, err
	}
	at := m.Parameters()
	if own, ok := c.(ParametricCost); ok {
		own.Take(found.X[at:])
	}
	found.X = found.X[:at]
	return found, nil
}

// remarkFalling notes that a descent has ended above its minimum.
func remarkFalling(ctx context.Context, found *optimum.Result) {
	if found.Reason == optimum.Exhausted {
		engine.Remark(ctx, "the cost was still falling after %d iterations, where its gradient was %.2g of what it was at the start", found.Iterations, found.Steepness)
	}
}

// ownOf returns the parameters of a cost beside those of the map.
func ownOf(c Cost) []float64 {
	if own, ok := c.(ParametricCost); ok {
		return own.Own()
	}
	return nil
}

// descend goes down from the start and others, by the rough problem if there is
// one, and to the end from where the full one is then least.
func descend(ctx context.Context, full, rough optimum.Problem, m Map, start []float64, s Settings) (*optimum.Result, error) {
	drawn, ok := m.(DrawnMap)
	if !ok || s.Starts <= 1 || m.Parameters() == m.Dim() { // all maps of one column are one but for their size
		return optimum.Minimise(ctx, full, start, s.Descent)
	}
	best, err := lowestEnd(parallel.Part(ctx, 0, 0.7), full, rough, drawn, start, s)
	if err != nil {
		return nil, err
	}
	return optimum.Minimise(parallel.Part(ctx, 0.7, 1), full, best, s.Descent)
}

// lowestEnd returns the lowest of the rough ends.
func lowestEnd(ctx context.Context, full, rough optimum.Problem, m DrawnMap, usual []float64, s Settings) ([]float64, error) {
	stream := random.New(s.Seed, "projection start")
	var best []float64
	least, most, met, tried := math.Inf(1), math.Inf(-1), 0, 0
	for start := usual; tried < s.Starts && !(tried >= FewestStarts && met > 1); tried++ {
		part := parallel.Part(ctx, float64(tried)/float64(s.Starts), float64(tried+1)/float64(s.Starts))
		w, value, err := roughEnd(part, full, rough, start, s.Descent)
		if err != nil {
			return nil, err
		}
		switch close := float64(alike * math.Abs(least)); {
		case value < least-close || best == nil:
			met = 1
		case value <= least+close:
			met++
		}
		if value < least {
			best, least = w, value
		}
		most = max(most, value)
		start = append(m.Draw(usual[:m.Parameters()], stream), usual[m.Parameters():]...)
	}
	if apart := (most - least) / math.Abs(least); apart > alike {
		engine.Remark(ctx, "minima are local: %d starts end up to %.2g %% apart, and the lowest is kept, which %s", tried, 100*apart, times(met))
	}
	return best, nil
}

// times says how often the lowest end was met.
func times(met int) string {
	if met == 1 {
		return "one of them met: raise starts to look for a lower one"
	}
	return fmt.Sprintf("%d of them met", met)
}

// roughEnd descends until the cost falls slowly, and returns where that leads to
// and the full cost there.
func roughEnd(ctx context.Context, full, rough optimum.Problem, start []float64, s optimum.Settings) ([]float64, float64, error) {
	s.Decrease = roughly
	if rough == nil {
		found, err := optimum.Minimise(ctx, full, start, s)
		if err != nil {
			return nil, 0, err
		}
		return found.X, found.Value, nil
	}
	found, err := optimum.Minimise(ctx, rough, start, s)
	if err != nil {
		return nil, 0, err
	}
	value, err := full.Value(ctx, found.X, make([]float64, len(start)))
	return found.X, value, err
}
