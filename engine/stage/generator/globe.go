package generator

import (
	"context"
	"math"

	"unfold/engine"
	"unfold/engine/internal/elementary"
	"unfold/engine/internal/random"
)

func init() {
	declare(engine.Stage{
		Name:     "globe",
		Summary:  "lists points of half a sphere; the response is their longitude",
		Formula:  "x = (cos φ cos θ, cos φ sin θ, sin φ), −π/2 ≤ θ ≤ π/2",
		Citation: "Khajehpour Tadavani, Ghodsi 2011, Learning an affine transformation for non-linear dimensionality reduction",
		Examples: []string{`globe | isomap(k=6)`},
	}, func() *Globe { return new(Globe) })
}

// Globe is the half of the unit sphere with x ≥ 0: X n×3 with rows
//
//	(cos φ cos θ, cos φ sin θ, sin φ)
//
// for latitude φ and longitude θ. The response is θ in radians; φ = asin z. Aside are
// lat and long, latitude and longitude in degrees, as maps have them.
//
// With n=auto the rows are the crossings of 13 parallels, from −72° to 72° in
// steps of 12°, with 14 meridians, from −84.5° to 84.5° in steps of 13°,
// southernmost parallel first, without the very last: 181 rows, nothing
// random. With a number, as many points are drawn uniformly from the half
// sphere.
//
// The shape is that of the figures in Khajehpour Tadavani and Ghodsi,
// Learning an affine transformation for non-linear dimensionality reduction,
// who print the number of points but not the mesh: that is a choice made
// here.
type Globe struct {
	N    int // rows; engine.Auto for the mesh
	Seed int
}

// Params declares the parameters.
func (g *Globe) Params(p *engine.Params) {
	p.Int(&g.N, "n", engine.Auto, engine.OrAuto(engine.AtLeast(1)), "rows drawn at random, or auto for a mesh of 181")
	p.Int(&g.Seed, "seed", 1, engine.AtLeast(0), "seed of the draw")
}

// Load lists or draws the rows.
func (g *Globe) Load(ctx context.Context) (*engine.Table, error) {
	next, n := mesh()
	if g.N != engine.Auto {
		next, n = scatter(random.New(g.Seed, "globe")), g.N
	}
	x, err := space(ctx, n, 3)
	if err != nil {
		return nil, err
	}
	places, err := space(ctx, n, 2)
	if err != nil {
		return nil, err
	}
	longitudes := make([]float64, n)
	err = eachRow(ctx, n, func(i int) {
		latitude, longitude := next(i)
		sinLat, cosLat := elementary.Sincos(latitude)
		sinLon, cosLon := elementary.Sincos(longitude)
		x.SetRow(i, []float64{cosLat * cosLon, cosLat * sinLon, sinLat})
		longitudes[i] = longitude
		places.SetRow(i, []float64{latitude / degree, longitude / degree})
	})
	if err != nil {
		return nil, err
	}
	table := generated(g, x, []string{"x", "y", "z"}, ResponseTarget("longitude", longitudes))
	return placed(table, places, "lat", "long"), nil
}

const degree = math.Pi / 180

// mesh returns the crossings of the mesh, in radians, and their number.
func mesh() (at func(i int) (latitude, longitude float64), n int) {
	const parallels, meridians = 13, 14
	return func(i int) (latitude, longitude float64) {
		return (-72 + float64(12*float64(i/meridians))) * degree, (-84.5 + float64(13*float64(i%meridians))) * degree
	}, parallels*meridians - 1
}

// scatter draws uniformly from the half sphere: by Archimedes, the height
// sin φ is uniform.
func scatter(stream *random.Stream) func(int) (latitude, longitude float64) {
	return func(int) (latitude, longitude float64) {
		return elementary.Asin(stream.Between(-1, 1)), stream.Between(-math.Pi/2, math.Pi/2)
	}
}
