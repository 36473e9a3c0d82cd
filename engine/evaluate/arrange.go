package evaluate

import (
	"fmt"
	"slices"
	"unfold/engine"
	"unfold/engine/remedy"
)

// Arrange reports every fault in the order of the stages of a pipeline. A nil
// stage is one that is not known yet, such as a variable that holds a recipe;
// faults that it could explain away are not reported.
//
// The order is that of the roles, with two liberties: a protocol may stand
// anywhere after the source, and after an embedding more stages may follow
// that take its coordinates for columns.
func Arrange(stages []*engine.Stage) []*engine.Error {
	a := arrangement{}
	a.transducer, a.mayTransduce = transducer(stages)
	a.holdsNone = slices.ContainsFunc(stages, func(s *engine.Stage) bool { return s != nil && s.HoldsNone })
	for i, s := range stages {
		if s == nil {
			a.unknown, a.supervised, a.measured = true, nil, nil
			continue
		}
		a.add(i+1, s)
	}
	a.finish()
	return a.faults
}

// transducer returns the protocol that leaves held rows in, which may stand
// behind the stages that it is about, or nil; and whether there might be one
// yet: a stage that is not known, or what a recipe will be joined to.
func transducer(stages []*engine.Stage) (s *engine.Stage, perhaps bool) {
	perhaps = len(stages) > 0 && stages[0] != nil && stages[0].Role != engine.SourceRole
	for _, s := range stages {
		switch {
		case s == nil:
			perhaps = true
		case s.Transduces:
			return s, false
		case s.Role == engine.ProtocolRole:
			return nil, false
		}
	}
	return nil, perhaps
}

// An arrangement is the stages read so far.
type arrangement struct {
	faults       []*engine.Error
	transducer   *engine.Stage // a protocol that leaves held rows in, wherever it stands, or nil
	mayTransduce bool          // there might be one yet
	holdsNone    bool          // a protocol that holds no row, wherever it stands
	unknown      bool          // a stage not known yet came before
	source       *engine.Stage // each of these: the last such stage, or nil
	protocol     *engine.Stage
	embedder     *engine.Stage
	mapped       bool // rows that are not training rows can follow
	predictor    *engine.Stage
	learned      *engine.Stage // a stage that learns from rows
	measured     *engine.Stage // a metric that no embedder has used yet
	measuredAt   int

	supervised   *engine.Stage // a stage that read labels since the last map
	supervisedAt int
	shown        *engine.Stage // a measure or view
}

func (a *arrangement) fault(at int, s *engine.Stage, cause string, advice remedy.Remedy) {
	a.faults = append(a.faults, &engine.Error{Stage: s.Name, Step: at, Cause: cause, Remedy: advice})
}

func (a *arrangement) add(at int, s *engine.Stage) {
	if a.shown != nil && s.Role < engine.MeasureRole && s.Role != engine.ProtocolRole {
		a.fault(at, s, fmt.Sprintf("%s (%s) stands after %s (%s)", s.Name, s.Role, a.shown.Name, a.shown.Role), remedy.Say("measures and views come last"))
		return
	}
	if a.predictor != nil && s.Role > engine.ProtocolRole && s.Role < engine.PredictorRole {
		a.fault(at, s, fmt.Sprintf("%s (%s) stands after %s, but nothing is learned after a predictor", s.Name, s.Role, a.predictor.Name), remedy.Put(s.Name).BeforeStage(a.predictor.Name))
		return
	}
	switch s.Role {
	case engine.SourceRole:
		a.addSource(at, s)
	case engine.ProtocolRole:
		if a.protocol != nil {
			a.fault(at, s, fmt.Sprintf("two protocols, %s and %s", a.protocol.Name, s.Name), remedy.Say("keep one"))
		}
		a.protocol = s
	case engine.PrepareRole:
		a.addSelector(at, s)
		if a.measured != nil {
			a.fault(at, s, fmt.Sprintf("%s changes columns after %s has measured them", s.Name, a.measured.Name), remedy.Put(s.Name).BeforeStage(a.measured.Name))
		}
		a.checkLabels(at, s)
	case engine.MetricRole:
		a.learned = s
		if a.measured != nil {
			a.fault(at, s, fmt.Sprintf("two metrics, %s and %s, before one embedder", a.measured.Name, s.Name), remedy.Say("keep one"))
		}
		a.measured, a.measuredAt = s, at
		a.checkLabels(at, s)
	case engine.EmbedderRole:
		a.addEmbedder(at, s)
	case engine.ExtenderRole:
		if a.embedder == nil && !a.unknown {
			a.fault(at, s, s.Name+" learns the map to an embedding, but no embedder stands before it", remedy.Put("isomap", "pca").As("an embedder"))
		}
		a.mapped, a.supervised = true, nil
	case engine.PredictorRole:
		a.addPredictor(at, s)
	case engine.FormRole:
		a.fault(at, s, fmt.Sprintf("%s is a map form, which is an argument of a stage and not a stage of a pipeline", s.Name), a.embedder.AdviseForm(s.Name))
	case engine.MeasureRole, engine.ViewRole:
		a.shown = s
		if s.JudgesRows() && a.measured != nil { // it looks at training rows alone
			if a.supervised == a.measured {
				a.supervised = nil
			}
			a.measured = nil
		}
	}
}

func (a *arrangement) addSource(at int, s *engine.Stage) {
	switch {
	case a.source != nil:
		a.fault(at, s, fmt.Sprintf("two sources, %s and %s", a.source.Name, s.Name), remedy.Say("keep one; to run a recipe on several data sets, keep it in a variable"))
	case at > 1:
		a.fault(at, s, s.Name+" is a source and must stand first", remedy.Say("move it to the front"))
	}
	a.source = s
}

// addSelector reports what acts on the table after something has learned from it.
func (a *arrangement) addSelector(at int, s *engine.Stage) {
	if !s.ActsOnTable() {
		a.learned = s
		return
	}
	if a.learned != nil {
		a.fault(at, s, fmt.Sprintf("%s chooses rows after %s has learned from them", s.Name, a.learned.Name), remedy.Put(s.Name).BeforeStage(a.learned.Name))
	}
}

func (a *arrangement) addEmbedder(at int, s *engine.Stage) {
	a.learned = s
	if a.unreachable() {
		a.fault(at, s, fmt.Sprintf("%s would embed what %s has placed, but held rows have no way there", s.Name, a.embedder.Name), remedy.Put("krr").As("an extender").AfterStage(a.embedder.Name))
	}
	if s.Maps && !s.Measured && a.measured != nil {
		a.fault(at, s, fmt.Sprintf("%s works on columns, so the distances of %s change nothing", s.Name, a.measured.Name), remedy.Drop(a.measured.Name).Or(remedy.Use("mds", "isomap")))
	}
	a.embedder, a.measured, a.mapped = s, nil, s.Maps
	if !s.Maps || a.transducer != nil {
		a.checkLabels(at, s)
	}
	if s.Maps {
		a.supervised = nil
	}
}

func (a *arrangement) addPredictor(at int, s *engine.Stage) {
	if a.predictor != nil {
		a.fault(at, s, fmt.Sprintf("two predictors, %s and %s", a.predictor.Name, s.Name), remedy.Say("keep one; compare(...) sets two side by side"))
	}
	a.predictor = s
	if a.unreachable() {
		cause := fmt.Sprintf("%s would predict held rows, but %s places training rows only", s.Name, a.embedder.Name)
		if a.supervised != nil {
			cause = fmt.Sprintf("%s would predict held rows, but %s reads labels, which held rows do not have", s.Name, a.supervised.Name)
		}
		a.fault(at, s, cause, remedy.Put("krr", "grnn", "barycentre", "nystrom").As("a map").BeforeStage(s.Name).Or(a.embedder.AdviseMap()))
	}
}

// unreachable reports whether held rows have no way to where the embedder has
// placed the others. To be there with them does not help where labels are read.
func (a *arrangement) unreachable() bool {
	if a.embedder == nil || a.mapped || a.unknown || a.transducer != nil || a.holdsNone {
		return false
	}
	return !a.mayTransduce || a.supervised != nil && !a.supervised.Unlabelled
}

// checkLabels reports a stage that reads labels where some rows have none, and
// keeps the last one that reads them otherwise.
func (a *arrangement) checkLabels(at int, s *engine.Stage) {
	if s.ReadsLabels && !s.Unlabelled && a.transducer != nil {
		a.fault(at, s, fmt.Sprintf("%s reads labels, and %s hides those of some rows it would learn from", s.Name, a.transducer.Name), remedy.Use("holdout", "cv").InsteadOf(a.transducer.Name).Or(remedy.Drop(s.Name)))
		return
	}
	if s.ReadsLabels && s.Role != engine.PrepareRole {
		a.supervised, a.supervisedAt = s, at
	}
}

// finish reports the faults that only the whole pipeline shows.
func (a *arrangement) finish() {
	if a.measured != nil && !a.unknown {
		a.fault(a.measuredAt, a.measured, fmt.Sprintf("%s changes distances, but no embedder after it uses them", a.measured.Name), remedy.Put("isomap", "mds").As("an embedder").AfterStage("").Or(remedy.Drop(a.measured.Name)))
	}
	held := a.protocol != nil && !a.protocol.HoldsNone
	if a.supervised != nil && held && a.transducer == nil && a.predictor == nil && !a.unknown {
		a.fault(a.supervisedAt, a.supervised, fmt.Sprintf("%s holds rows, but %s reads labels, which held rows do not have", a.protocol.Name, a.supervised.Name), remedy.Put("krr").As("a map").After(engine.EmbedderRole))
	}
}
