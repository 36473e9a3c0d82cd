package simd

// secondSelections are the kernels of SelectSecond, by level. They leave, for
// each of 16 lanes, the largest gain and how many times 16 places lie before
// it; −1 without one.
var secondSelections [levels]func(gains *float32, places *int32, v *float64, row, diagonal *float32, among *uint64, top, scale float64, own, flat float32, words int)

// First is what SelectSecond knows of the first variable: how far the residuals
// of others lie below its own, and how the objective bends.
type First struct {
	Top   float64 // its residual
	Scale float64 // what differences of residuals are multiplied by, so that none exceeds 1 by much
	Own   float32 // its entry of the diagonal
	Flat  float32 // the least curvature
}

// Gain is what SelectSecond compares variables by, here of one whose residual is v
// and whose entries are those of the first variable's row and of the diagonal.
func (c First) Gain(v float64, row, diagonal float32) float32 {
	// The conversions keep products from being fused with sums.
	below := float32(float64((c.Top - v) * c.Scale))
	bend := max(float32(float32(c.Own+diagonal)-float32(2*row)), c.Flat)
	return float32(below*below) / bend
}

// SelectSecond returns the second variable t by second-order information (Fan,
// Chen, Lin 2005, WSS 2): among those of a bit set the one where
//
//	((top − v[t]) scale)² / max(own + diagonal[t] − 2 row[t], flat)
//
// is largest with v[t] < top; of equal gains the first, −1 if there is none
// above zero. Differences are in float64, the rest is in float32; all levels
// give the same place. The slices have 64 entries for each word of among.
func (s *WorkingSet) SelectSecond(v []float64, row, diagonal []float32, among []uint64, c First) int {
	if len(among) == 0 {
		return -1
	}
	n := len(among) * BitBlock
	v, row, diagonal = v[:n], row[:n], diagonal[:n]
	if kernel := secondSelections[Current()]; kernel != nil {
		kernel(&s.gains[0], &s.places[0], &v[0], &row[0], &diagonal[0], &among[0], c.Top, c.Scale, c.Own, c.Flat, len(among))
		return firstLargest(s.gains[:], s.places[:])
	}
	best, most := -1, float32(0)
	for w, word := range among {
		for t := w * BitBlock; word != 0; t, word = t+1, word>>1 {
			if word&1 == 0 || !(v[t] < c.Top) {
				continue
			}
			if gain := c.Gain(v[t], row[t], diagonal[t]); gain > most {
				best, most = t, gain
			}
		}
	}
	return best
}
