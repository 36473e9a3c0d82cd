package chart

import "unfold/engine/figure"

// MostLive is how many points a page's script is given of a figure: enough to zoom into,
// and little enough for a page to stay light.
const MostLive = 20_000

// Thin returns a figure with at most so many points, evenly spread over the order of its
// rows, and how many it had; the figure itself if these are no more.
func Thin(fig *figure.Figure, most int) (thinned *figure.Figure, points int) {
	points = pointCount(fig)
	if points <= most {
		return fig, points
	}
	part := *fig
	part.Layers = nil
	seen := 0
	for _, layer := range fig.Layers {
		if p, ok := layer.(figure.Points); ok {
			var kept []int
			for i := range p.X {
				if from := seen + i; from*most/points != (from+1)*most/points { // one of every points/most
					kept = append(kept, i)
				}
			}
			seen += len(p.X)
			layer = p.Take(kept)
		}
		part.Layers = append(part.Layers, layer)
	}
	return &part, points
}
