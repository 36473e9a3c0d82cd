package dsl

import "unfold/engine"

// A Brief is a report that is shown in few lines.
type Brief struct{ report *engine.Report }

// brief is the report of a pipeline, shown in few lines.
func (s *Session) brief(p *Pipeline) Brief { return Brief{p.Report()} }

// Brief returns the report.
func (b Brief) Brief() *engine.Report { return b.report }
