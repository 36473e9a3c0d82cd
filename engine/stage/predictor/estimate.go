package predictor

import (
	"math"

	"unfold/engine"
	"unfold/engine/fit/logit"
	"unfold/engine/fit/prototype"
	"unfold/engine/fit/smo"
	"unfold/engine/internal/elementary"
	"unfold/engine/tree/gainratio"
	"unfold/engine/tree/oblique"
)

// What steps take on a processor of about 3 GHz with AVX-512, in seconds.
const (
	perSorted  = 3e-8   // a row at each level of a tree
	perCell    = 3e-8   // a cell of an index
	perProduct = 8e-10  // a product of normal equations
	perMoment  = 3e-9   // a cell that means and variances are taken of, three times
	perCurved  = 5e-11  // a product of two coefficients of a row, in a step of Newton's method
	perSloped  = 1e-9   // a coefficient of a row, in an evaluation
	perCube    = 1e-9   // an entry of a matrix times its size, to factor it
	perCoded   = 6e-9   // a coded cell at each level of a tree of decisions
	perSplit   = 4e-8   // a cell of numbers at each level of a balanced tree, and of the trees to prune
	perMeeting = 4e-9   // a row to be sorted among others along a line
	perImage   = 5e-10  // a product of a row with a matrix, or a difference to a prototype, in an evaluation
	perEntry   = 2.5e-9 // a pair of rows of a problem of support vectors, most of which are never looked at
)

// Estimate counts sorting the rows into a tree.
func (m *KNN) Estimate(n, d int) (seconds float64, bytes uint64) {
	rows := float64(n)
	return rows * (float64(perSorted*elementary.Log2(rows+1)) + float64(perCell*float64(d))), 24 * uint64(n) * uint64(d)
}

// Estimate counts the cells that means and variances are taken of.
func (m *Bayes) Estimate(n, d int) (seconds float64, bytes uint64) {
	return perMoment * 3 * float64(n) * float64(d), 16 * uint64(n)
}

// Estimate counts Newton's steps or evaluations for three classes: how many there
// are, it cannot know.
func (m *Logistic) Estimate(n, d int) (seconds float64, bytes uint64) {
	const steps, evaluations = 10, 500
	coefficients, newton, bytes := logit.Size(n, 3, d)
	rows, size := float64(n), float64(coefficients)
	seconds = evaluations * perSloped * rows * size
	if newton {
		seconds = steps * (float64(perSloped*rows*size) + float64(perCurved*rows*size*size) + float64(perCube*size*size*size))
	}
	return seconds, bytes
}

// Estimate counts the normal equations and their factor.
func (m *Ridge) Estimate(n, d int) (seconds float64, bytes uint64) {
	rows, wide := float64(n), float64(d)
	small := min(rows, wide)
	return float64(perProduct*rows*wide*(small+8)) + float64(perCube*small*small*small), 8*uint64(n)*uint64(d) + 16*uint64(small*small)
}

// Estimate counts kernel entries and steps over them. How classes overlap, which
// it cannot know, makes several times more of it or less.
func (m *SVM) Estimate(n, d int) (seconds float64, bytes uint64) {
	rows, wide := float64(n), float64(d)
	seconds = perEntry * rows * rows * (1 + wide/20) * (1 + math.Sqrt(m.C)/10)
	return seconds, supportBytes(rows, wide, newSimilarity(m.Kernel, m.Gamma, m.Cache, d))
}

// Estimate counts as that of SVM does, for one response and the two variables of
// each row. How noise compares with epsilon makes several times more of it or
// less.
func (m *SVR) Estimate(n, d int) (seconds float64, bytes uint64) {
	rows, wide := float64(n), float64(d)
	seconds = perEntry * rows * rows * (2 + float64(wide/20)) * (1 + float64(math.Sqrt(m.C)/4))
	return seconds, supportBytes(rows, wide, newSimilarity(m.Kernel, m.Gamma, m.Cache, d))
}

// Estimate counts sorting the cells at each level of a tree, and of the trees that
// judge it.
func (m *CART) Estimate(n, d int) (seconds float64, bytes uint64) {
	trees := 1.0
	if m.Alpha == engine.Auto && m.Prune != pruneNone {
		trees += float64(m.Folds)
	}
	return trees * growSeconds(n, d), cellBytes(n, d)
}

// Estimate counts growing the trees, and asking them about the rows they have not
// seen.
func (m *Forest) Estimate(n, d int) (seconds float64, bytes uint64) {
	share := 1 - 1/math.E // of the rows, each of which is drawn once or more
	seconds = float64(m.Trees) * growSeconds(int(share*float64(n)), m.columnsAt(d, true))
	return seconds, cellBytes(n, d) + forestBytes(n, m.Trees)
}

// growSeconds is what a tree takes that is as deep as rows need which divide evenly,
// and half again. To divide and describe rows is as much as to look at six columns.
func growSeconds(n, d int) float64 {
	rows := float64(n)
	return perCoded * rows * float64(d+6) * float64(1.5*elementary.Log2(rows+1))
}

// cellBytes are those of coded cells.
func cellBytes(n, d int) uint64 { return 12 * uint64(n) * uint64(d) }

// Estimate counts the cells at each level of a tree, of as many levels as one that
// is balanced. How far the rows are from being told apart, which it cannot know,
// makes several times more of it or less.
func (m *C45) Estimate(n, d int) (seconds float64, bytes uint64) {
	rows := float64(n)
	return perSplit * rows * float64(d) * elementary.Log2(rows+1), gainratio.Bytes(n, d)
}

// Estimate counts the rows that are sorted at each coefficient, of each plane that is
// started from, at each level of a tree half as deep as one that is balanced.
func (m *OC1) Estimate(n, d int) (seconds float64, bytes uint64) {
	rows, wide := float64(n), float64(d)
	passes := float64(m.Starts+2) * 6 * (wide + float64(m.Jumps))
	return perMeeting * passes * rows * elementary.Log2(rows+1) * (1 + float64(elementary.Log2(rows+1)/2)), oblique.Bytes(n, d)
}

// Estimate counts evaluations for three classes, about one for each iteration.
func (m *GLVQ) Estimate(n, d int) (seconds float64, bytes uint64) {
	return searchCost(n, d, m.search())
}

// Estimate counts as that of GLVQ does.
func (m *GRLVQ) Estimate(n, d int) (seconds float64, bytes uint64) {
	return searchCost(n, d, m.search())
}

// Estimate counts as that of GLVQ does, with the products of rows and the matrix.
func (m *GMLVQ) Estimate(n, d int) (seconds float64, bytes uint64) {
	return searchCost(n, d, m.search())
}

// Estimate counts as that of GMLVQ does, for each prototype.
func (m *LGMLVQ) Estimate(n, d int) (seconds float64, bytes uint64) {
	return searchCost(n, d, m.search())
}

// Estimate counts as that of GMLVQ does, for matrices of limited rank.
func (m *LiRaM) Estimate(n, d int) (seconds float64, bytes uint64) {
	return searchCost(n, d, m.search())
}

// searchCost is what the search for prototypes of three classes takes. How soon it
// ends, it cannot know.
func searchCost(n, d int, s prototype.Settings) (seconds float64, bytes uint64) {
	const classes = 3
	passes := 1.1 * float64(s.Starts*s.Iterations)
	return perImage * passes * float64(n) * float64(prototype.Work(d, classes, s)), prototype.Bytes(n, d, classes, s)
}

// supportBytes are those of the points, a tile and kernel rows.
func supportBytes(rows, wide float64, kernel similarity) uint64 {
	return uint64(8*rows*(float64(3*wide)+smo.TileRows)) + uint64(min(float64(kernel.budget), 8*rows*rows))
}
