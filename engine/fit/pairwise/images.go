package pairwise

// Images are the points that a map sends n rows to.
type Images struct {
	Dim    int       // q, coordinates of each
	Points []float64 // n×q, one image after the other
}

// NewImages returns n images at the origin.
func NewImages(n, dim int) *Images { return &Images{dim, make([]float64, n*dim)} }

// Row returns z_i.
func (z *Images) Row(i int) []float64 { return z.Points[i*z.Dim : (i+1)*z.Dim] }

// Square returns D_ij = ‖z_i − z_j‖².
func (z *Images) Square(i, j int) (d float64) {
	zi, zj := z.Row(i), z.Row(j)
	for k, v := range zi {
		d += float64((v - zj[k]) * (v - zj[k]))
	}
	return d
}

// Squares fills dst with the squared distances of image i from all.
func (z *Images) Squares(dst []float64, i int) {
	zi := z.Row(i)
	for j := range dst {
		zj := z.Points[j*z.Dim:][:len(zi)]
		var d float64
		for k, v := range zi {
			d += float64((v - zj[k]) * (v - zj[k]))
		}
		dst[j] = d
	}
}

// Pull adds force (z_i − z_j) to a gradient by z_i.
func (z *Images) Pull(gradient []float64, i, j int, force float64) {
	zi, zj := z.Row(i), z.Row(j)
	for k, v := range zi {
		gradient[k] += float64(force * (v - zj[k]))
	}
}
