package surface

import (
	"context"
	"math"

	"gonum.org/v1/gonum/mat"

	"unfold/engine/check"
	"unfold/engine/codec"
	"unfold/engine/fit/network"
	"unfold/engine/internal/moments"
	"unfold/engine/internal/parallel"
	"unfold/engine/internal/preview"
	"unfold/engine/linear/spectral"
)

// partRows are the rows of a part of a batch, which has a gradient of its own.
const partRows = 32

// A reconstruction is how far decoded rows are from those that were encoded, squared, in
// the mean over rows and columns.
type reconstruction struct {
	rows             *rows
	encoder, decoder *network.Network
	parts            []*part
}

// A part is the workspace for some rows of a batch.
type part struct {
	encode, decode   *network.Pass
	x, decoded       []float64
	images, byImages []float64
	value            float64
	gradient         []float64
}

func newReconstruction(r *rows, encoder, decoder *network.Network) *reconstruction {
	return &reconstruction{rows: r, encoder: encoder, decoder: decoder}
}

// newPart makes a workspace.
func (l *reconstruction) newPart() *part {
	_, d := l.rows.size()
	dim := l.encoder.Outputs()
	return &part{
		encode: l.encoder.NewPass(partRows), decode: l.decoder.NewPass(partRows),
		x: make([]float64, partRows*d), decoded: make([]float64, partRows*d),
		images: make([]float64, partRows*dim), byImages: make([]float64, partRows*dim),
		gradient: make([]float64, l.encoder.Parameters()+l.decoder.Parameters()),
	}
}

// Rows returns n.
func (l *reconstruction) Rows() int { n, _ := l.rows.size(); return n }

// Batch returns the loss of some rows, w being the weights of the encoder and then
// those of the decoder, and fills gradient. Parts of the rows are added in their order.
func (l *reconstruction) Batch(ctx context.Context, rows []int, w, gradient []float64) (float64, error) {
	for len(l.parts)*partRows < len(rows) {
		l.parts = append(l.parts, l.newPart())
	}
	err := parallel.For(ctx, len(rows), partRows, func(lo, hi int) {
		l.take(l.parts[lo/partRows], rows[lo:hi], w)
	})
	if err != nil {
		return 0, err
	}
	share, sum := 1/(float64(len(rows))*l.rows.wide), 0.0
	clear(gradient)
	for _, p := range l.parts[:(len(rows)+partRows-1)/partRows] {
		sum += p.value
		for i, g := range p.gradient {
			gradient[i] += float64(share * g)
		}
	}
	return float64(share * sum), nil
}

// take takes rows forward and the gradient of their sum back.
func (l *reconstruction) take(p *part, rows []int, w []float64) {
	_, d := l.rows.size()
	dim, split := l.encoder.Outputs(), l.encoder.Parameters()
	x, decoded, images, byImages := p.x[:len(rows)*d], p.decoded[:len(rows)*d], p.images[:len(rows)*dim], p.byImages[:len(rows)*dim]
	for at, i := range rows {
		copy(x[at*d:], l.rows.x.RawRowView(i))
	}
	p.encode.Forward(images, x, w[:split])
	p.decode.Forward(decoded, images, w[split:])
	p.value = 0
	for c, v := range decoded {
		off := v - x[c]
		p.value += float64(off * off)
		decoded[c] = 2 * off
	}
	clear(p.gradient)
	p.decode.Back(p.gradient[split:], byImages, w[split:], decoded)
	p.encode.Back(p.gradient[:split], nil, w[:split], byImages)
}

// place returns where the encoder of the weights w places a row.
func (l *reconstruction) place(w []float64) preview.Place {
	pass, image := l.encoder.NewPass(1), make([]float64, l.encoder.Outputs())
	return func(row int) (x, y float64) {
		pass.Forward(image, l.rows.x.RawRowView(row), w[:l.encoder.Parameters()])
		return preview.Along(image, len(image))(0)
	}
}

// standardise divides the rows by the root of the columns' mean variance, which it
// returns.
func (r *rows) standardise() (scale float64) {
	scale = math.Sqrt(r.total / r.wide)
	r.x.Apply(func(_, _ int, v float64) float64 { return v / scale }, r.x)
	return scale
}

// turnToAxes changes the last layer of an encoder so that the images of the rows have
// the mean zero and lie along their principal axes, and returns the variances there.
func turnToAxes(ctx context.Context, x *mat.Dense, encoder *network.Network, w []float64) ([]float64, error) {
	n, _ := x.Dims()
	dim := encoder.Outputs()
	images := mat.NewDense(n, dim, nil)
	if err := encoder.Apply(ctx, images, x, w); err != nil {
		return nil, err
	}
	mean := moments.Centre(images)
	found, err := spectral.Principal(ctx, images, min(dim, n-1))
	if err != nil {
		return nil, err
	}
	variances, axes := make([]float64, dim), mat.NewDense(dim, dim, nil)
	copy(variances, found.Values)
	for p := range found.Values {
		for j := range dim {
			axes.Set(j, p, found.Vectors.At(j, p))
		}
	}
	encoder.Turn(w, mean, axes)
	return variances, nil
}

// An encoderMap takes rows to their images.
type encoderMap struct {
	mean  []float64
	scale float64
	net   *network.Network
	w     []float64
}

func init() { codec.Register[*encoderMap]("encoder", 1) }

// Fields tells the network and its parameters.
func (m *encoderMap) Fields(f *codec.Fields) {
	if m.net == nil {
		m.net = new(network.Network)
	}
	f.Floats("mean", &m.mean)
	f.Float("scale", &m.scale)
	f.Group("net", m.net.Fields)
	f.Floats("parameters", &m.w)
	if f.Good() {
		f.Check(len(m.mean) == f.Columns() && m.scale > 0 && len(m.w) == m.net.Parameters(), "%d parameters of %d, a mean of %d columns", len(m.w), m.net.Parameters(), len(m.mean))
	}
}

// Dim returns the dimensions of an image.
func (m *encoderMap) Dim() int { return m.net.Outputs() }

// Slope takes the axes of images back through the encoder, and through the unit of
// columns.
func (m *encoderMap) Slope(dst *mat.Dense, row []float64) {
	standard := make([]float64, len(row))
	for c, v := range row {
		standard[c] = (v - m.mean[c]) / m.scale
	}
	m.net.Slope(dst, standard, m.w)
	dst.Scale(1/m.scale, dst)
}

// Apply fills dst with the images of the rows of x.
func (m *encoderMap) Apply(ctx context.Context, dst, x *mat.Dense) error {
	if err := check.Width(x, len(m.mean)); err != nil {
		return err
	}
	n, d := x.Dims()
	standard := mat.NewDense(n, d, nil)
	for i := range n {
		row, to := x.RawRowView(i), standard.RawRowView(i)
		if err := check.NewRow(row); err != nil {
			return err
		}
		for c, v := range row {
			to[c] = (v - m.mean[c]) / m.scale
		}
	}
	return m.net.Apply(ctx, dst, standard, m.w)
}
