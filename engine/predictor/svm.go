package predictor

import (
	"context"
	"fmt"
	"math"
	"runtime"

	"gonum.org/v1/gonum/mat"

	"unfold/engine"
	"unfold/engine/internal/memory"
	"unfold/engine/smo"
)

func init() {
	declare(engine.Stage{
		Name:     "svm",
		Summary:  "separates classes by the widest margin, pair by pair",
		Formula:  "min ½αᵀQα − Σα,  0 ≤ α ≤ C,  yᵀα = 0,  Q_ij = y_i y_j k(x_i, x_j);  f(x) = Σ α_i y_i k(x_i, x) − ρ",
		Citation: "Cortes, Vapnik 1995, doi:10.1007/BF00994018; solver: Chang, Lin 2011, doi:10.1145/1961189.1961199",
		Examples: []string{`load | sample(600) | svm`, `load | sample(600) | pca(dim=2) | svm(C=1, kernel="linear")`},
	}, func() *SVM { return new(SVM) })
}

// SVM separates every two classes by the surface with the widest margin; rows
// on the wrong side of it cost C for each margin width.
//
// With labels y = ±1 and k(a, b) = exp(−γ‖a−b‖²) (rbf) or a·b (linear), it
// solves for each pair of classes
//
//	min ½αᵀQα − Σα,  0 ≤ α ≤ C,  yᵀα = 0,  Q_ij = y_i y_j k(x_i, x_j),
//
// and decides by the sign of f(x) = Σ α_i y_i k(x_i, x) − ρ. A row gets the
// class that wins most pairs, the smaller class number on equal votes; f = 0
// votes for the larger of the two classes. These are libsvm's rules.
//
// Shapes: X n×d, labels n → one class number a row.
//
// Units: all columns are first divided by one scalar, the root of their mean
// variance over the training rows, so that C and γ do not depend on the
// scale of an embedding. γ = auto is 1/d after that division; on columns of
// equal means, which embeddings and scaled columns have, this is exactly what
// scikit-learn calls gamma="scale". For the linear kernel it makes C stand for
// C divided by the mean variance.
//
// Cost: a step of the solver takes O(n), one for which a row of the kernel must
// be computed O(nd); there are n to n² steps, as hard as the classes overlap
// and the larger C is. At most Cache megabytes for kernel rows (two rows at
// least) beside O(nd); they serve all values of C that meet the same rows. With
// up to three columns, or the linear kernel, C above 16 begins at the solution
// of a smaller one, which those values share too. Prediction takes O(d) for each
// support vector and row, for the linear kernel O(d) for each pair of classes
// and row.
//
// Failures: an *engine.Error for one class (E-ONECLASS), values that are not
// finite (E-NAN), categorical columns, all rows equal (E-CONST). Where the
// solver stops at its iteration limit, it remarks on the gap that is left.
//
// Determinism: the result depends on the rows and their order only.
//
// Citation: Cortes, Vapnik 1995, doi:10.1007/BF00994018; working sets,
// shrinking and stopping rule: Chang, Lin 2011, doi:10.1145/1961189.1961199.
// Deviation from libsvm: the order of steps, which changes the path to the
// optimum but not the optimum; columns are centred for the linear kernel, which
// changes neither.
type SVM struct {
	C      float64 // cost of a margin violation
	Gamma  float64 // γ of the rbf, per unit of mean variance; engine.Auto is 1/d
	Kernel string  // "rbf" or "linear"
	Tol    float64 // the largest violation of the optimality conditions that may remain
	Cache  int     // megabytes of kernel rows to keep
}

// Params declares the parameters.
func (m *SVM) Params(p *engine.Params) {
	p.Float(&m.C, "C", 10, engine.Above(0), "cost of rows on the wrong side of the margin")
	p.Float(&m.Gamma, "gamma", engine.Auto, engine.OrAuto(engine.Above(0)), "rbf width per unit of mean column variance; auto is 1/columns")
	p.Text(&m.Kernel, "kernel", "rbf", engine.OneOf("rbf", "linear"), "similarity of two rows")
	p.Float(&m.Tol, "tol", 1e-3, engine.Above(0), "largest violation of the optimality conditions left")
	p.Int(&m.Cache, "cache", 200, engine.AtLeast(1), "megabytes of kernel rows to keep")
}

// Learn solves one problem for each pair of classes.
func (m *SVM) Learn(ctx context.Context, s engine.Sample) (engine.Predictor, error) {
	if err := admit(s); err != nil {
		return nil, err
	}
	if !s.HasClasses() {
		return nil, &engine.Error{Cause: "the data have a response, not classes", Remedy: "use ridge or knn, which predict a response"}
	}
	classes, err := present(s)
	if err != nil {
		return nil, err
	}
	scale := math.Sqrt(meanVariance(s.X))
	if !(scale > 0) {
		return nil, &engine.Error{Cause: "all rows are identical: no distance scale can be estimated", Remedy: "look at the embedding, or at the columns, before the svm"}
	}
	if math.IsInf(scale, 1) {
		return nil, &engine.Error{Cause: "the columns vary by more than can be squared", Remedy: "put scale before the svm"}
	}
	n, d := s.X.Dims()
	if err := m.room(n, d); err != nil {
		return nil, err
	}
	members := rowsOf(s, classes)
	family, err := engine.Shared(ctx, s, m.similarity(d), func(context.Context) (*smo.Family, error) {
		return smo.NewFamily(m.points(s.X, scale), members, m.budget()/2), nil
	})
	if err != nil {
		return nil, err
	}
	pairs, err := smo.OneAgainstOne(ctx, family, members, smo.Settings{C: m.C, Tol: m.Tol, Ladders: family.Ladders(), Budget: m.budget() / 2})
	if err != nil {
		return nil, err
	}
	m.remark(ctx, pairs)
	if m.Kernel == "linear" {
		return newLinearMachine(classes, pairs, family.Points(), d), nil
	}
	return newMachine(classes, pairs, family.Points(), d), nil
}

// A similarity names a kernel matrix of rows: that of other values of C too.
type similarity struct {
	kernel string
	gamma  float64
	budget int
}

func (m *SVM) similarity(d int) similarity { return similarity{m.Kernel, m.gamma(d), m.budget()} }

// gamma is γ for rows of d columns.
func (m *SVM) gamma(d int) float64 {
	if m.Gamma == engine.Auto {
		return 1 / float64(d)
	}
	return m.Gamma
}

// budget is how many bytes of kernel rows to keep: half of them as the solvers
// need them at once, half for other pairs of classes and other costs.
func (m *SVM) budget() int { return min(m.Cache, 1<<20) << 20 }

// room refuses more rows than there are numbers or memory for: the points, a
// copy of them packed for each goroutine, and kernel rows.
func (m *SVM) room(n, d int) error {
	if n > smo.MaxRows {
		return &engine.Error{Cause: fmt.Sprintf("%d rows are more than the %d that an svm can number", n, smo.MaxRows), Remedy: "put sample(n=...) after the source"}
	}
	copies := float64(1 + runtime.GOMAXPROCS(0))
	bytes := 8*float64(n)*float64(d)*copies + min(float64(m.budget()), 4*float64(n)*float64(n))
	if bytes >= math.MaxUint64 {
		bytes = math.MaxUint64 / 2
	}
	return memory.Need(uint64(bytes), fmt.Sprintf("an svm of %d rows", n), "lower cache, or put sample(n=...) after the source")
}

// remark says so where a pair was not solved to the tolerance.
func (m *SVM) remark(ctx context.Context, pairs []smo.Pair) {
	worst := 0.0
	for _, p := range pairs {
		worst = max(worst, p.Gap)
	}
	if worst > m.Tol {
		engine.Remark(ctx, "stopped at the iteration limit with a gap of %.2g, above tol = %g: scale the columns or lower C", worst, m.Tol)
	}
}

// points returns the kernel of the rows, divided by their scale.
func (m *SVM) points(x *mat.Dense, scale float64) *smo.Points {
	if m.Kernel == "linear" {
		return smo.Linear(x, scale)
	}
	_, d := x.Dims()
	return smo.Gaussian(x, m.gamma(d), scale)
}

// rowsOf lists the rows of each of the classes.
func rowsOf(s engine.Sample, classes []int) [][]int {
	at := map[int]int{}
	for p, c := range classes {
		at[c] = p
	}
	members := make([][]int, len(classes))
	for i, l := range s.Labels {
		members[at[l]] = append(members[at[l]], i)
	}
	return members
}

// meanVariance returns the mean of the variances of the columns.
func meanVariance(x *mat.Dense) float64 {
	n, d := x.Dims()
	var sum float64
	for j := range d {
		var mean float64
		for i := range n {
			mean += x.At(i, j)
		}
		mean /= float64(n)
		for i := range n {
			diff := x.At(i, j) - mean
			sum += diff * diff
		}
	}
	return sum / float64(n) / float64(d)
}
