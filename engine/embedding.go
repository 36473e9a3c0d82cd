package engine

import (
	"context"

	"gonum.org/v1/gonum/mat"
)

// An Embedding is where an embedder has placed the training rows, with what
// it knows about the quality of it.
type Embedding struct {
	Y        *mat.Dense // n×dim, columns in decreasing order of importance
	Spectrum []float64  // eigenvalues in decreasing order, at least dim of them; nil if the method has none

	// Scree tells how other numbers of dimensions would do; nil if the method
	// knows no more than Spectrum.
	Scree *Scree
	// ByEigenvalues tells that these chose the number of dimensions.
	ByEigenvalues bool

	// Target are the dissimilarities that Y is meant to keep, such as
	// geodesics; nil if the method keeps none.
	Target Distances
	// Graph is the neighbourhood graph it came from; nil without one.
	Graph *Graph
	// KStatistic is what the neighbours of the graph were chosen by; nil if their
	// number was given.
	KStatistic *KStatistic
	// Affinity is what draws new rows to the placed ones, by which nystrom maps them;
	// nil if the method does not say.
	Affinity Affinity
	// Proof is how near to the optimum of its programme the embedding is; nil if the
	// method proves nothing of that.
	Proof *Proof
	// Units are those of a grid that rows were placed in; nil without one.
	Units *Units
	// Losses are how a cost fell while it was gone down; nil where none was.
	Losses *Losses
	// Map is the method's own map for unseen rows; nil if it has none.
	Map Map
}

// Losses are the values of a cost from step to step.
type Losses struct {
	Values []float64
	Step   string // what a step is: "epoch", of which each value is a mean, or "iteration", with the start before the first
}

// An Affinity weighs the n placed rows for a row that was not placed, as the method
// weighed them for one another: f_p(x) = Σ_i w_i y_ip / μ_p.
type Affinity interface {
	// Draw fills w with the weights for row x, which is as far from the placed rows as
	// far says, of its k nearest rows, or as many as the method takes if k is zero. It
	// is safe for concurrent use.
	Draw(w, far, x []float64, k int)
	// Eigenvalues returns μ, a number for each dimension.
	Eigenvalues() []float64
}

// A Proof bounds what any other solution of an optimisation could be better by.
type Proof struct {
	// Objective is the lowest value that was found.
	Objective float64
	// Gap is the objective less a number that is proved to be below all its values,
	// as a share of its size.
	Gap float64
	// Certificate is the smallest eigenvalue of the dual slack, as a share of what
	// holds it up: below zero by no more than rounding at an optimum.
	Certificate float64
	// Certified tells that the gap is as small as was sought.
	Certified bool
}

// Dim returns the number of dimensions.
func (e *Embedding) Dim() int { _, dim := e.Y.Dims(); return dim }

// A Map takes rows from where a sample lives to somewhere else: prepared
// columns, or an embedding. Each row's image depends on that row alone, so the
// answer for a batch is the answers for its rows, to the bit.
type Map interface {
	// Apply fills dst (m×dim) with the images of the m rows of x (m×d).
	Apply(ctx context.Context, dst *mat.Dense, x *mat.Dense) error
	// Dim returns the number of columns of an image.
	Dim() int
}

// Image returns the rows of x under m; nil for no rows.
func Image(ctx context.Context, m Map, x *mat.Dense) (*mat.Dense, error) {
	if x == nil {
		return nil, nil
	}
	n, _ := x.Dims()
	dst := mat.NewDense(n, m.Dim(), nil)
	return dst, m.Apply(ctx, dst, x)
}

// A Transform is a fitted preparation: a map, and the columns it leads to.
type Transform struct {
	Map
	Columns []Column
}

// An Extension is a fitted out-of-sample map.
type Extension struct {
	Map
	// Trained are the images of the training rows, to the bit what Apply gives,
	// where they were found together with those of other maps; else nil.
	Trained *mat.Dense
	// LearnMapped makes predictors learn from the mapped training rows
	// instead of the placed ones, so that training and held rows share the
	// map's shrinkage.
	LearnMapped bool
}

// A Predictor tells a class number or the responses of each row.
type Predictor interface {
	// Predict fills dst row after row: with one class number for each row of y,
	// or with as many responses as were learned.
	Predict(ctx context.Context, dst []float64, y *mat.Dense) error
}

// A PrototypePredictor predicts by prototypes, which are numbered class by class, and
// tells what columns weigh in distances to them.
type PrototypePredictor interface {
	Predictor
	Classes() []int            // of the prototypes, as the sample numbers them
	Columns() []string         // names of the coded columns: of levels "column=level"
	Prototype(k int) []float64 // prototype k in coded columns, of numbers in standard deviations from the mean; not to be changed
	// Relevances is Λ = ΩᵀΩ of prototype k, d×d with trace 1: what columns weigh, and what
	// two of them weigh together; nil where nothing is learned of columns.
	Relevances(k int) *mat.SymDense
	Relevance(k int) []float64 // the diagonal of Relevances
	// Margins fills dst with (d⁻ − d⁺)/(d⁻ + d⁺) of each row of y, for squared distances to
	// the nearest prototype, d⁺, and to that of any other class: 0 on a border, up to 1.
	Margins(ctx context.Context, dst []float64, y *mat.Dense) error
}

// A Graph is a neighbourhood graph: weighted, undirected, each edge stored
// from both its ends, in compressed rows.
type Graph struct {
	Start      []int     // n+1: the edges of row i are Start[i] to Start[i+1]
	End        []int32   // the other end of each edge
	Length     []float64 // not negative; zero-length edges join coinciding rows
	Components int       // before bridges were added
	Bridges    []Edge    // the edges that were added to connect the components

	// The rule that joined rows, by which a new row finds its neighbours too: its K
	// nearest, or those within Eps. The other is zero, or both without such a rule.
	K   int
	Eps float64
}

// An Edge joins two rows, I < J.
type Edge struct {
	I, J   int
	Length float64
}

// Len returns the number of rows.
func (g *Graph) Len() int { return len(g.Start) - 1 }

// Of returns the rows joined to row i and the lengths of the edges.
func (g *Graph) Of(i int) ([]int32, []float64) {
	return g.End[g.Start[i]:g.Start[i+1]], g.Length[g.Start[i]:g.Start[i+1]]
}
