package predictor

import (
	"context"

	"gonum.org/v1/gonum/mat"

	"unfold/engine"
	"unfold/engine/codec"
	"unfold/engine/fit/smo"
	"unfold/engine/remedy"
)

func init() {
	declare(engine.Stage{
		Name:     "svm",
		Summary:  "separates classes by the widest margin, pair by pair",
		Formula:  "min ½αᵀQα − Σα,  0 ≤ α ≤ C,  yᵀα = 0,  Q_ij = y_i y_j k(x_i, x_j);  f(x) = Σ α_i y_i k(x_i, x) − ρ",
		Citation: "Cortes, Vapnik 1995, doi:10.1007/BF00994018; solver: Chang, Lin 2011, doi:10.1145/1961189.1961199",
		Aliases:  []string{"svc", "supportvectormachine", "ksvm", "libsvm"},
		Near:     []string{"linearsvc", "linearsvm"},
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
// Failures: an *engine.Error for one class, values that are not
// finite, categorical columns, all rows equal. Where the
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
	p.Float(&m.C, "C", 10, engine.Above(0), "cost of rows on the wrong side of the margin").Simpler(engine.Smaller)
	p.Float(&m.Gamma, "gamma", engine.Auto, engine.OrAuto(engine.Above(0)), "rbf width per unit of mean column variance; auto is 1/columns").Simpler(engine.Smaller)
	p.Text(&m.Kernel, "kernel", "rbf", engine.OneOf("rbf", "linear"), "similarity of two rows")
	p.Float(&m.Tol, "tol", 1e-3, engine.Above(0), "largest violation of the optimality conditions left")
	p.Int(&m.Cache, "cache", 200, engine.AtLeast(1), "megabytes of kernel rows to keep")
}

// Learn solves one problem for each pair of classes.
func (m *SVM) Learn(ctx context.Context, s engine.Sample) (engine.Predictor, error) {
	if err := checkSample(s); err != nil {
		return nil, err
	}
	if !s.HasClasses() {
		return nil, &engine.Error{Cause: "the data have a response, not classes", Remedy: remedy.Use("svr").Which("predicts a response")}
	}
	classes, err := presentClasses(s)
	if err != nil {
		return nil, err
	}
	scale, err := scaleOf(s.X)
	if err != nil {
		return nil, err
	}
	n, d := s.X.Dims()
	kernel := newSimilarity(m.Kernel, m.Gamma, m.Cache, d)
	if err := kernel.checkMemory(ctx, "svm", n, d); err != nil {
		return nil, err
	}
	members := rowsOf(s, classes)
	cached, err := engine.Shared(ctx, s.Memo, kernel, func(context.Context) (*smo.CachedKernel, error) {
		return smo.NewCachedKernel(kernel.points(s.X, scale), members, kernel.budget/2), nil
	})
	if err != nil {
		return nil, err
	}
	pairs, err := smo.OneAgainstOne(ctx, cached, members, smo.Settings{C: m.C, Tol: m.Tol, WarmStarts: cached.WarmStarts(), Budget: kernel.budget / 2})
	if err != nil {
		return nil, err
	}
	worst := 0.0
	for _, p := range pairs {
		worst = max(worst, p.Gap)
	}
	remarkOnGaps(ctx, worst, m.Tol)
	return newMachine(classes, pairs, cached.Points(), d, m.Kernel == "linear"), nil
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

// A machine is a learned SVM.
type machine struct {
	classes []int
	pairs   []smo.Pair
	surfaces
}

func newMachine(classes []int, pairs []smo.Pair, points *smo.Points, columns int, linear bool) *machine {
	var of []smo.Surface
	for _, p := range pairs {
		of = append(of, p.Surface)
	}
	return &machine{classes: classes, pairs: pairs, surfaces: newSurfaces(of, points, columns, linear)}
}

func init() { codec.Register[*machine]("svm", 1) }

// Fields tells the classes, their pairs and the functions that part them.
func (m *machine) Fields(f *codec.Fields) {
	classFields(f, &m.classes)
	codec.List(f, "pairs", &m.pairs, func(f *codec.Fields, p *smo.Pair) {
		f.Int("a", &p.A)
		f.Int("b", &p.B)
		codec.Indices(f, []int{p.A, p.B}, len(m.classes))
	})
	m.surfaces.fields(f)
	f.Check(len(m.pairs) == len(m.of), "%d functions for %d pairs", len(m.of), len(m.pairs))
}

// Predict gives each row the class that wins most pairs.
func (m *machine) Predict(ctx context.Context, dst []float64, y *mat.Dense) error {
	return m.evaluateAll(ctx, y, func(values [][]float64, lo, hi int) {
		votes := make([]int, len(m.classes))
		for i := lo; i < hi; i++ {
			clear(votes)
			for at := range m.pairs {
				m.pairs[at].Vote(votes, values[at][i-lo])
			}
			dst[i] = float64(m.classes[smo.Winner(votes)])
		}
	})
}
