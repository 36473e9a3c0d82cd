package engine

import (
	"context"
	"unfold/engine/figure"
)

// A Method is the parameters of a stage. Its fields are its settings and
// nothing else: what a method learns is in the values it returns, so a method
// may run many times, also at once.
type Method interface {
	// Params declares a field a line. The same lines serve to check, to
	// bind, to complete, to explain and to record arguments.
	Params(*Params)
}

// The roles. Each is a method with one verb.
type (
	// A Source makes a table.
	Source interface {
		Method
		Load(ctx context.Context) (*Table, error)
	}
	// A Protocol decides which rows are learned from and which are held.
	Protocol interface {
		Method
		Split(ctx context.Context, t *Table) ([]Fold, error)
	}
	// A Selector keeps some rows of a table, before any are held.
	Selector interface {
		Method
		Select(ctx context.Context, t *Table) ([]int, error)
	}
	// A Hider hides the labels of some rows of a table, before any are held, for
	// studies of what few labels do. The engine keeps them apart, to judge by.
	Hider interface {
		Method
		Hide(ctx context.Context, t *Table) (rows []int, err error)
	}
	// A Preparer learns how to change the columns.
	Preparer interface {
		Method
		Prepare(ctx context.Context, s Sample) (*Transform, error)
	}
	// A Metric says how far rows are apart.
	Metric interface {
		Method
		Distances(ctx context.Context, s Sample) (Distances, error)
	}
	// An Embedder places the rows in few dimensions.
	Embedder interface {
		Method
		Embed(ctx context.Context, s Sample) (*Embedding, error)
	}
	// An Extender learns the map from rows to where they were placed.
	Extender interface {
		Method
		Extend(ctx context.Context, s Sample, e *Embedding) (*Extension, error)
	}
	// A JointExtender learns several maps of the same rows in less time at once
	// than one after the other.
	JointExtender interface {
		Extender
		// ExtendJointly returns in found[i][j] what Extend of settings[i], which
		// are of the method's type, returns for embeddings[j], bit by bit. It
		// returns nil if there is nothing to be gained.
		ExtendJointly(ctx context.Context, s Sample, embeddings []*Embedding, settings []Extender) (found [][]*Extension, err error)
	}
	// A Learner learns to predict from the rows of s.X: embedded coordinates
	// after an embedder, prepared columns without one.
	Learner interface {
		Method
		Learn(ctx context.Context, s Sample) (Predictor, error)
	}
	// A Quantiser finds rows that stand for all those around them, by which pieces of a
	// map go: a learner of prototypes, or an embedder of units.
	Quantiser interface {
		Method
		// Quantise finds them by the rows of s: about so many, where the method does not
		// tell itself.
		Quantise(ctx context.Context, s Sample, about int) (Codebook, error)
	}
	// A Measure puts a number on a run.
	Measure interface {
		Method
		Score(ctx context.Context, r *Run) (Score, error)
	}
	// A Viewer draws a report.
	Viewer interface {
		Method
		View(ctx context.Context, r *Report) (*figure.Figure, error)
	}
)

// A Codebook is centres that rows are seen from, each by coordinates whose squares add
// up to its squared distance. It serves many goroutines.
type Codebook interface {
	Count() int      // centres
	Directions() int // coordinates that a row has about each
	// Coordinates fills dst (centres×directions) with those of a row.
	Coordinates(dst, row []float64)
	// Noise is how much more those of unseen rows vary than those of the rows that the
	// centres were found by, as a share of their size.
	Noise() float64
}

// A Grouper is a protocol that can keep rows together which belong together,
// such as those of one patient.
type Grouper interface {
	Protocol
	// Group returns the table, as it was loaded, with its Groups set and
	// without the column that tells them, which is no feature; the table
	// itself if nothing belongs together.
	Group(t *Table) (*Table, error)
}

// A LabelReader is a method that reads labels under some of its settings only, as
// one does that may choose a number by them. Its stage does not set ReadsLabels:
// what it places needs a map no more than under other settings.
type LabelReader interface {
	Method
	ReadsLabels() bool
}

// A Prober is a method that can tell before any run that its arguments will
// not do, such as a source whose file is missing.
type Prober interface {
	Method
	Probe() error
}

// A Lister is a source that knows some data by name, which its first parameter
// takes.
type Lister interface {
	Source
	Names() []string
	// Collections returns names that stand for several of those names; they are
	// not to be changed.
	Collections() map[string][]string
}

// A Headed is a source that can tell the names of its columns at little cost,
// without loading their rows. It has none where that cannot be done.
type Headed interface {
	Source
	Headings(ctx context.Context) ([]string, error)
}

// A Matcher is a source that need not guess what new rows are: it reads them by
// what the columns of the same names were where they were learned from.
type Matcher interface {
	Source
	// LoadMatching reads all rows, also those without anything to be learned.
	// What s learns from are the columns of the table, numeric or categorical
	// as there; the table learns nothing, and has further columns aside. It
	// fails where a column is lacking, as s.Check does.
	LoadMatching(ctx context.Context, s Header) (*Table, error)
	// Elsewhere returns the source with another path, which reads the file
	// there as it would its own.
	Elsewhere(path string) Matcher
}

// A Fingerprinter is a method for which the same arguments can mean different things,
// as a path does when its file changes. Equal fingerprints promise equal work.
type Fingerprinter interface {
	Method
	Fingerprint() (string, error)
}

// A Restrictor is a metric or embedder whose columns are rows of the table, as a
// given matrix of dissimilarities or a kernel is: it keeps the columns that belong to
// the training rows, so that held rows are described by training rows alone. Where
// columns are no rows to it after all it returns none, and all are kept.
type Restrictor interface {
	Method
	Restrict(rows []int) (columns []int)
}

// A Role is what a stage is for. Roles are ordered as they stand in a
// pipeline.
type Role int

// The roles in the order of a pipeline, and what stands in arguments.
const (
	SourceRole Role = iota
	ProtocolRole
	PrepareRole
	MetricRole
	EmbedderRole
	ExtenderRole
	PredictorRole
	MeasureRole
	ViewRole
	FormRole // no part of a pipeline, but an argument of its stages
)

// anyRole is that of what an argument takes by its verbs alone.
const anyRole Role = -1

var roleNames = [...]string{"source", "protocol", "prepare", "metric", "embedder", "extender", "predictor", "measure", "view", "map form"}

func (r Role) String() string { return roleNames[r] }

// WithArticle names the role of one stage: "an embedder".
func (r Role) WithArticle() string {
	if r == EmbedderRole || r == ExtenderRole {
		return "an " + r.String()
	}
	return "a " + r.String()
}

// Roles returns all roles in order.
func Roles() []Role {
	all := make([]Role, len(roleNames))
	for i := range all {
		all[i] = Role(i)
	}
	return all
}

// An Estimator is a method that can tell beforehand what it will take, from
// its own settings and the shape of the rows alone. It answers at once, and
// is right to within a factor of a few: readers are told "about", and a front
// end may set the estimate right by how earlier ones of the same stage went.
type Estimator interface {
	Method
	// Estimate tells how many seconds the method takes to learn from n rows
	// of d columns on one processor, and how many bytes it holds at its
	// fullest beyond the rows themselves. It is deterministic and grows with
	// n and d.
	Estimate(n, d int) (seconds float64, bytes uint64)
}
