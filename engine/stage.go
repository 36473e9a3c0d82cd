package engine

import (
	"cmp"
	"fmt"
	"reflect"
	"slices"
	"strings"
)

// A Stage is a word of the language: the declaration that stands in the file
// of its method.
type Stage struct {
	Name       string
	Role       Role
	Summary    string   // reads after the name: "keeps geodesic distances along the neighbourhood graph"
	Use, Avoid string   // of a view, sentences: when it helps, and what not to take it for
	Formula    string   // what it computes, in Unicode; empty when there is nothing to write
	Citation   string   // author, year, doi
	Examples   []string // pipelines that run as they stand
	Aliases    []string // other names of the method, in lower-case letters and digits; no words of the language
	Near       []string // methods that no stage is, and that come nearest to this one

	// ReadsLabels marks a metric, embedder or preparer that learns from
	// labels: what it places needs a map before it can meet held rows. One that
	// reads them under some settings only is a [LabelReader].
	ReadsLabels bool
	// Unlabelled marks a stage that reads labels and can do with rows that
	// have none: their class is −1, their response NaN.
	Unlabelled bool
	// Mixed marks a predictor that takes categorical columns and missing cells as
	// they are; others are given numbers alone.
	Mixed bool
	// Transduces marks a protocol whose folds have the held rows present,
	// without their labels: see Fold.Transduced.
	Transduces bool
	// Maps marks an embedder that brings its own map for unseen rows.
	Maps bool
	// Measured marks an embedder with a map that goes by the metric before it, too:
	// placing rows does, the map does not.
	Measured bool
	// Needs is what must be there before the stage can work.
	Needs Need
	// Rank orders the stages of a family where tables, reports and completion
	// list them: lower first, equals by the names of their files.
	Rank int
	// Standard marks what a run uses where the pipeline names nothing: the
	// protocol before a predictor, the measures and the views.
	Standard bool
	// Chooses marks a standard measure that candidates are compared by where
	// the pipeline names no measure.
	Chooses bool
	// UnaskedNeeds are what a standard view needs beyond Needs to be drawn where no
	// pipeline names it.
	UnaskedNeeds Need
	// JudgesHeld marks a measure of embeddings that judges held rows as they
	// are mapped, where some are held: candidates are compared by inner folds.
	JudgesHeld bool
	// HoldsNone marks a protocol whose folds hold no rows.
	HoldsNone bool
	// ReadsColumns marks a protocol that divides rows by what their columns hold;
	// others go by what is to be learned alone.
	ReadsColumns bool

	// Tuned names, of a view of rows and columns, the view that draws candidates, which
	// its name may be taken for: where a pipeline has candidates, it is refused.
	Tuned string

	// New returns a method with zero fields; SetDefaults fills them.
	New func() Method
}

// Need is a set of things that a measure or a view looks at.
type Need int

// The needs.
const (
	NeedClasses         Need = 1 << iota // rows have classes
	NeedResponse                         // rows have a response
	NeedPredictions                      // a predictor has spoken
	NeedEmbedding                        // rows have been placed
	NeedMap                              // there is a map for unseen rows
	NeedTarget                           // the embedding knows the dissimilarities it keeps
	NeedSpectrum                         // the embedding has eigenvalues
	NeedLeftEigenvalues                  // more of them than there are dimensions
	NeedResidual                         // the embedding has residual variances
	NeedGraph                            // the embedding has a neighbourhood graph
	NeedKStatistic                       // its number of neighbours was chosen by the K statistic
	NeedProof                            // the embedding knows how near to an optimum it is
	NeedUnits                            // the embedding has units in a grid
	NeedLosses                           // the embedding knows how its loss fell
	NeedTuning                           // there were candidates to choose between
	NeedOneVaried                        // for exactly one parameter
	NeedTwoVaried                        // for exactly two
	NeedManyVaried                       // for three or more
	NeedOuter                            // what was chosen has been judged on held rows
	NeedPermutation                      // labels have been dealt anew
	NeedDealtEmbedding                   // and rows placed under them
	NeedTree                             // what predicts is one tree
	NeedBagged                           // what predicts is a forest
	NeedPrototypes                       // what predicts has prototypes
	NeedRelevances                       // and has learned what columns weigh
	NeedRows                             // the training rows as prepared, under the metric in force
	NeedFolds                            // several folds
)

// A Family is the stages that the files of one package declare. Its zero
// value is ready to use.
type Family struct {
	stages []Stage
	read   bool
}

// Declare adds a stage in the given role, made by make. It is for the init
// functions of a package: after the stages were read it panics, so that a
// catalogue never changes.
func Declare[M Method](f *Family, role Role, s Stage, make func() M) {
	if f.read {
		panic("engine: stage " + s.Name + " declared after its family was read")
	}
	s.Role, s.New = role, func() Method { return make() }
	f.stages = append(f.stages, s)
	declared[reflect.TypeOf(s.New())] = &s
	if w, ok := s.New().(interface{ Wrapped() Method }); ok { // as a Go program uses it
		declared[reflect.TypeOf(w.Wrapped())] = &s
	}
}

// declared finds the stage of a method that a Go program made itself. Only
// init functions write it.
var declared = map[reflect.Type]*Stage{}

// Stages returns the declared stages by their ranks.
func (f *Family) Stages() []Stage {
	f.read = true
	return slices.SortedStableFunc(slices.Values(f.stages), func(a, b Stage) int { return cmp.Compare(a.Rank, b.Rank) })
}

// Make returns a method of the stage with its defaults.
func (s *Stage) Make() Method {
	m := s.New()
	SetDefaults(m)
	return m
}

// Signature writes the stage with its parameters and their defaults:
// "isomap(k=10, dim=2)".
func (s *Stage) Signature() string {
	var args []string
	for _, p := range ParamsOf(s.Make()) {
		if p.Shared {
			continue
		}
		if p.Required {
			args = append(args, p.Name)
			continue
		}
		args = append(args, p.Name+"="+p.Format(p.Default))
	}
	if len(args) == 0 {
		return s.Name
	}
	return s.Name + "(" + strings.Join(args, ", ") + ")"
}

// JudgesEmbedding reports whether a measure speaks of an embedding and not of
// predictions, which what it looks at tells.
func (s *Stage) JudgesEmbedding() bool {
	return s.Needs&(NeedEmbedding|NeedPredictions) == NeedEmbedding
}

// JudgesRows reports whether a measure speaks of the training rows themselves,
// whatever was learned from them: it compares no candidates.
func (s *Stage) JudgesRows() bool { return s.Needs&NeedRows != 0 }

// ActsOnTable reports whether the stage chooses rows or hides labels: see
// [ActsOnTable].
func (s *Stage) ActsOnTable() bool { return s.New != nil && ActsOnTable(s.New()) }

// ActsOnTable reports whether a method chooses rows or hides labels: it acts once,
// on the whole table, before any row is held.
func ActsOnTable(m Method) bool {
	_, selects := m.(Selector)
	_, hides := m.(Hider)
	return selects || hides
}

// stageOf returns the stage that declares the method, or a bare one for a
// method of the program's own.
func stageOf(m Method) (*Stage, error) {
	if s := declared[reflect.TypeOf(m)]; s != nil {
		return s, nil
	}
	role, err := roleOf(m)
	return &Stage{Name: nameOf(m), Role: role, New: func() Method { return m }}, err
}

// roleOf tells the role of a method by its verb.
func roleOf(m Method) (Role, error) {
	switch m.(type) {
	case Source:
		return SourceRole, nil
	case Protocol:
		return ProtocolRole, nil
	case Selector, Hider, Preparer:
		return PrepareRole, nil
	case Metric:
		return MetricRole, nil
	case Embedder:
		return EmbedderRole, nil
	case Extender:
		return ExtenderRole, nil
	case Learner:
		return PredictorRole, nil
	case Measure:
		return MeasureRole, nil
	case Viewer:
		return ViewRole, nil
	case Form:
		return FormRole, nil
	}
	return 0, fmt.Errorf("%T has none of the verbs of a stage", m)
}

// nameOf is the word for a method that no stage declares: its type's name in
// lower case.
func nameOf(m Method) string {
	t := reflect.TypeOf(m)
	for t.Kind() == reflect.Pointer {
		t = t.Elem()
	}
	return strings.ToLower(t.Name())
}
