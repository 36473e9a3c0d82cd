package simd

// BitBlock is the number of entries that a word of a bit set stands for:
// vectors that a bit set belongs to have a multiple of it as their length.
const BitBlock = 64

// partners are the kernels of Partner, by level. They leave, for each of 16
// lanes, the largest gain and the number of 16 places before it; −1 without one.
var partners [levels]func(gains *float32, places *int32, v *float64, row, diagonal *float32, among *uint64, top, scale float64, own, flat float32, words int)

// Lanes are room for what the kernels of Partner and Descend leave, which
// would else be allocated by each call. They serve one goroutine.
type Lanes struct {
	gains         [16]float32
	places        [16]int32
	tops, bottoms [8]float64
	steps         [8]int64
}

// A Curve is what Partner knows of the row that moves: how far the others lie
// below it, and how the objective bends.
type Curve struct {
	Top   float64 // what values are compared with
	Scale float64 // what differences are multiplied by, so that none exceeds 1 by much
	Own   float32 // the row's own entry of the diagonal
	Flat  float32 // the least curvature
}

// Partner returns the place t among those of a bit set where
//
//	((top − v[t]) scale)² / max(own + diagonal[t] − 2 row[t], flat)
//
// is largest with v[t] < top; of equal gains the first, −1 if there is none
// above zero. Differences are in float64, the rest is in float32; all levels
// give the same place. The slices have 64 entries for each word of among.
func (l *Lanes) Partner(v []float64, row, diagonal []float32, among []uint64, c Curve) int {
	if len(among) == 0 {
		return -1
	}
	n := len(among) * BitBlock
	v, row, diagonal = v[:n], row[:n], diagonal[:n]
	if kernel := partners[Current()]; kernel != nil {
		kernel(&l.gains[0], &l.places[0], &v[0], &row[0], &diagonal[0], &among[0], c.Top, c.Scale, c.Own, c.Flat, len(among))
		return firstLargest(l.gains[:], l.places[:])
	}
	best, most := -1, float32(0)
	for w, word := range among {
		for t := w * BitBlock; word != 0; t, word = t+1, word>>1 {
			if word&1 == 0 || !(v[t] < c.Top) {
				continue
			}
			// The conversions keep products from being fused with sums.
			below := float32(float64((c.Top - v[t]) * c.Scale))
			bend := max(float32(float32(c.Own+diagonal[t])-float32(2*row[t])), c.Flat)
			if gain := float32(below*below) / bend; gain > most {
				best, most = t, gain
			}
		}
	}
	return best
}

// firstLargest returns the place of the largest value of some lanes, which know
// theirs by the number of steps before it, −1 without one; of equal ones the
// smallest place.
func firstLargest[V float32 | float64, P int32 | int64](values []V, steps []P) int {
	best := -1
	var most V
	for lane, step := range steps {
		at := int(step)*len(steps) + lane
		if step >= 0 && (best < 0 || values[lane] > most || values[lane] == most && at < best) {
			best, most = at, values[lane]
		}
	}
	return best
}
