package embedding

import (
	"context"
	"fmt"
	"math"

	"gonum.org/v1/gonum/mat"

	"unfold/engine"
	"unfold/engine/internal/parallel"
	"unfold/engine/internal/random"
	"unfold/engine/optimum"
)

// Starts are from where a descent begins: minima of these costs are local, and
// the best of several is often a percent below that of one. Starts are drawn
// until the lowest end has been met twice.
type Starts struct {
	Most int // descents
	Seed int // of the starts that are drawn
}

// declare declares starts and seed.
func (s *Starts) declare(p *engine.Params) {
	p.Int(&s.Most, "starts", 16, engine.AtLeast(1), "from where it descends at most: the best map of full rank, and others that are drawn until the lowest end was met twice")
	p.Int(&s.Seed, "seed", 1, engine.AtLeast(0), "seed of the starts that are drawn").Quietly()
}

const (
	// roughly ends a descent that only tells whether its minimum is worth going
	// down to: a share of the cost that two steps in a row fall short of.
	roughly = 1e-4

	// roughPairs is how many pairs, counted from both ends, are enough for that.
	roughPairs = 1 << 19

	// fewestStarts is how many are tried where all end alike.
	fewestStarts = 6

	// alike is how near ends of rough descents are whose minimum is taken for one.
	alike = 1e-3
)

// lowest descends from the usual start and others, by the rough cost if there is
// one, and to the end from where the cost itself is then least.
func (p projection) lowest(ctx context.Context, usual []float64, cost, rough optimum.Problem) (*optimum.Result, error) {
	if p.from.Most <= 1 || len(usual) == p.dim { // all maps of one column are one but for their size
		return optimum.Minimise(ctx, cost, usual, p.descent)
	}
	best, err := p.best(parallel.Part(ctx, 0, 0.7), usual, cost, rough)
	if err != nil {
		return nil, err
	}
	return optimum.Minimise(parallel.Part(ctx, 0.7, 1), cost, best, p.descent)
}

// best returns the lowest of the rough ends.
func (p projection) best(ctx context.Context, usual []float64, cost, rough optimum.Problem) ([]float64, error) {
	stream := random.New(p.from.Seed, "projection start")
	var best []float64
	least, most, met, tried := math.Inf(1), math.Inf(-1), 0, 0
	for start := usual; tried < p.from.Most && !(tried >= fewestStarts && met > 1); tried++ {
		part := parallel.Part(ctx, float64(tried)/float64(p.from.Most), float64(tried+1)/float64(p.from.Most))
		w, value, err := p.end(part, start, cost, rough)
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
		start = p.drawn(usual, stream)
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

// end descends until the cost falls slowly, and returns where that leads to and
// the cost itself there.
func (p projection) end(ctx context.Context, start []float64, cost, rough optimum.Problem) ([]float64, float64, error) {
	settings := p.descent
	settings.Decrease = roughly
	if rough == nil {
		found, err := optimum.Minimise(ctx, cost, start, settings)
		if err != nil {
			return nil, 0, err
		}
		return found.X, found.Value, nil
	}
	found, err := optimum.Minimise(ctx, rough, start, settings)
	if err != nil {
		return nil, 0, err
	}
	value, err := cost.Value(ctx, found.X, make([]float64, len(start)))
	return found.X, value, err
}

// drawn returns a map with orthonormal columns in white coordinates, all
// directions equally likely, times a factor that makes it as large as the usual
// one: then mapped rows are as far apart in the mean.
func (p projection) drawn(usual []float64, stream *random.Stream) []float64 {
	w := mat.NewDense(len(usual)/p.dim, p.dim, nil)
	w.Apply(func(int, int, float64) float64 { return stream.Normal() }, w)
	drawn := orthonormal(w).RawMatrix().Data
	size := norm2(usual) / norm2(drawn)
	for k := range drawn {
		drawn[k] *= size
	}
	return drawn
}

func norm2(v []float64) float64 { return mat.Norm(mat.NewVecDense(len(v), v), 2) }

// some returns enough of many pairs to tell minima by, those that are left from
// both ends; nil where there are no more.
func (p *pairs) some() *pairs {
	stride := len(p.end) / roughPairs
	if stride < 2 {
		return nil
	}
	few := &pairs{start: []int{0}}
	for i := range p.len() {
		for e := p.start[i]; e < p.start[i+1]; e++ {
			if (i+int(p.end[e]))%stride != 0 {
				continue
			}
			few.end = append(few.end, p.end[e])
			few.weight = append(few.weight, p.weight[e])
			few.target = append(few.target, p.target[e])
		}
		few.start = append(few.start, len(few.end))
	}
	return few
}
