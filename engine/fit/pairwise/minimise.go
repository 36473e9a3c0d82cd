package pairwise

import (
	"context"
	"fmt"
	"math"
	"slices"

	"unfold/engine"
	"unfold/engine/fit/optimum"
	"unfold/engine/internal/parallel"
	"unfold/engine/internal/random"
)

// Settings say how an objective is descended.
type Settings struct {
	Descent optimum.Settings
	Starts  int       // descends from at most so many starts
	Seed    int       // of the starts that are drawn
	Ridge   []float64 // λ, what the square of each parameter costs; nil for nothing

	// Shown are the rows of the map, which are seen on their way; none need be.
	Shown engine.Sample
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
// from there. It can be asked to end early (early.Begin), with the lowest that it
// has come to. A ParametricCost is left with its own parameters of that end. Notes
// tell how far apart the ends were, and where the cost was still falling.
func Minimise(ctx context.Context, c Cost, m Map, start []float64, s Settings) ([]float64, error) {
	over := watched(ctx, s.Shown, m)
	defer over.End()
	s.Descent = over.over(s.Descent)
	found, err := minimise(ctx, c, m, start, s)
	if err != nil {
		return nil, err
	}
	remarkEnd(ctx, found, 1, 1)
	return found.X, nil
}

// minimise is Minimise as its settings have it watched, without a note of its end.
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

// remarkEnd notes that the last of so many descents has ended above its minimum.
func remarkEnd(ctx context.Context, found *optimum.Result, round, rounds int) {
	switch {
	case found.Reason == optimum.Exhausted:
		engine.Remark(ctx, "the cost was still falling after %d iterations, where its gradient was %.2g of what it was at the start", found.Iterations, found.Steepness)
	case found.Reason == optimum.Asked && round < rounds:
		engine.Remark(ctx, "it was asked to end in round %d of %d, after %d iterations: rounds go down one after the other, and those to come would have moved rows further", round, rounds, found.Iterations)
	case found.Reason == optimum.Asked:
		engine.Remark(ctx, "it was asked to end after %d iterations, where the cost was %.4g and its gradient %.2g of what it was at the start", found.Iterations, found.Value, found.Steepness)
	}
}

// ownOf returns the parameters of a cost beside those of the map.
func ownOf(c Cost) []float64 {
	if own, ok := c.(ParametricCost); ok {
		return own.Own()
	}
	return nil
}

// descend minimises from the start and others, by the rough problem if there is
// one, and to the end from where the full one is then least.
func descend(ctx context.Context, full, rough optimum.Problem, m Map, start []float64, s Settings) (*optimum.Result, error) {
	drawn, ok := m.(DrawnMap)
	if !ok || s.Starts <= 1 || m.Parameters() == m.Dim() { // all maps of one column are one but for their size
		return optimum.Minimise(ctx, full, start, s.Descent)
	}
	best, err := lowestEnd(parallel.Part(ctx, 0, 0.7), full, rough, drawn, start, s)
	if err != nil || best.Reason == optimum.Asked {
		return best, err
	}
	return optimum.Minimise(parallel.Part(ctx, 0.7, 1), full, best.X, s.Descent)
}

// lowestEnd returns the lowest of the rough ends, with its value by the full problem.
// Its reason is optimum.Asked where the search for it was asked to end.
func lowestEnd(ctx context.Context, full, rough optimum.Problem, m DrawnMap, usual []float64, s Settings) (*optimum.Result, error) {
	stream := random.New(s.Seed, "projection start")
	var best *optimum.Result
	least, most, met, tried := math.Inf(1), math.Inf(-1), 0, 0
	for start := usual; tried < s.Starts && !(tried >= FewestStarts && met > 1); tried++ {
		part := parallel.Part(ctx, float64(tried)/float64(s.Starts), float64(tried+1)/float64(s.Starts))
		end, err := roughEnd(part, full, rough, start, s.Descent)
		if err != nil {
			return nil, err
		}
		value := end.Value
		switch close := float64(alike * math.Abs(least)); {
		case value < least-close || best == nil:
			met = 1
		case value <= least+close:
			met++
		}
		asked := end.Reason == optimum.Asked
		if value < least || best == nil {
			best, least = end, value
		}
		if asked {
			best.Reason = optimum.Asked
			return best, nil
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

// roughEnd descends until the cost falls slowly, and returns where that leads to, with
// the full cost there.
func roughEnd(ctx context.Context, full, rough optimum.Problem, start []float64, s optimum.Settings) (*optimum.Result, error) {
	s.Decrease = roughly
	if rough == nil {
		return optimum.Minimise(ctx, full, start, s)
	}
	found, err := optimum.Minimise(ctx, rough, start, s)
	if err != nil {
		return nil, err
	}
	found.Value, err = full.Value(ctx, found.X, make([]float64, len(start)))
	return found, err
}
