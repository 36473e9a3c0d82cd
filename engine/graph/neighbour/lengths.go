package neighbour

import (
	"math"

	"gonum.org/v1/gonum/mat"
)

// lengths sets dst to the distances from a point to rows of x, each summed as
// engine.Euclidean does, to the bit. Four are summed side by side, since one
// sum waits for its own additions.
func lengths(dst []float64, x *mat.Dense, from []float64, rows []int32) {
	at := 0
	for ; at+4 <= len(rows); at += 4 {
		a, b := x.RawRowView(int(rows[at]))[:len(from)], x.RawRowView(int(rows[at+1]))[:len(from)]
		c, d := x.RawRowView(int(rows[at+2]))[:len(from)], x.RawRowView(int(rows[at+3]))[:len(from)]
		var sa, sb, sc, sd float64
		for i, v := range from {
			da, db, dc, dd := v-a[i], v-b[i], v-c[i], v-d[i]
			sa += float64(da * da)
			sb += float64(db * db)
			sc += float64(dc * dc)
			sd += float64(dd * dd)
		}
		dst[at], dst[at+1], dst[at+2], dst[at+3] = math.Sqrt(sa), math.Sqrt(sb), math.Sqrt(sc), math.Sqrt(sd)
	}
	for ; at < len(rows); at++ {
		dst[at] = distance(from, x.RawRowView(int(rows[at])))
	}
}

// distance sums as engine.Euclidean does, to the bit.
func distance(x, y []float64) float64 {
	var sum float64
	for c, v := range y {
		diff := x[c] - v
		sum += float64(diff * diff)
	}
	return math.Sqrt(sum)
}
