package surface

import (
	"unfold/engine/codec"
	"unfold/engine/internal/simd"
)

// A unitPlacer places rows by the units of a grid.
type unitPlacer struct {
	grid         *grid
	spread       float64 // q², the mean square of the distances of training rows to their units
	interpolates bool    // rows lie between units
}

func init() { codec.Register[*unitPlacer]("units", 1) }

// Fields tells the grid.
func (p *unitPlacer) Fields(f *codec.Fields) {
	if p.grid == nil {
		p.grid = new(grid)
	}
	f.Int("width", &p.grid.width)
	f.Int("height", &p.grid.height)
	f.Matrix("places", &p.grid.places)
	f.Float("spread", &p.spread)
	f.Bool("interpolates", &p.interpolates)
	if f.Good() {
		count, dim := p.grid.places.Dims()
		f.Check(dim == 2 && p.grid.width > 0 && p.grid.width <= count && p.grid.height == count/p.grid.width && p.grid.count() == count && p.spread > 0, "a grid of %d×%d has %d places", p.grid.width, p.grid.height, count)
	}
}

func (p *unitPlacer) size() (count, dim int) { return p.grid.count(), 2 }

func (p *unitPlacer) place(places, squares []float64) bool {
	if p.interpolates {
		return p.between(places, squares)
	}
	return p.at(places, squares)
}

// placer is the one that the lattice has learned.
func (l *lattice) placer() unitPlacer {
	sum := 0.0
	for _, square := range l.squares {
		sum += square
	}
	return unitPlacer{grid: l.grid, spread: max(sum, 1e-12*l.rows.total) / float64(len(l.squares))}
}

// at places rows where their units stand.
func (p unitPlacer) at(places, squares []float64) bool {
	count := p.grid.count()
	for i := range len(squares) / count {
		unit, _ := nearest(squares[i*count : (i+1)*count])
		if unit < 0 {
			return false
		}
		copy(places[2*i:2*i+2], p.grid.places.RawRowView(unit))
	}
	return true
}

// between places rows between units, closer to those that are nearer to them.
func (p unitPlacer) between(places, squares []float64) bool {
	count := p.grid.count()
	for i := range len(squares) / count {
		weights := squares[i*count : (i+1)*count]
		unit, _ := nearest(weights)
		if unit < 0 {
			return false
		}
		least := weights[unit]
		for k, v := range weights {
			weights[k] = (least - v) / (2 * p.spread)
		}
		simd.Exp(weights, weights)
		p.grid.mean(places[2*i:2*i+2], weights)
	}
	return true
}

// mean fills place with the weighted mean of the units' places.
func (g *grid) mean(place, weights []float64) {
	total := 0.0
	clear(place)
	for k, w := range weights {
		total += w
		at := g.places.RawRowView(k)
		place[0] += float64(w * at[0])
		place[1] += float64(w * at[1])
	}
	place[0] /= total
	place[1] /= total
}
