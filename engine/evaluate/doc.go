// Package evaluate runs pipelines: it loads the table, divides its rows, lets every
// fold choose between candidates, takes it through the steps with what it chose,
// and judges what came out. [Run] does it, [NewPlan] tells what it would do, [Check]
// whether it can be done; an [Environment] is what it is done in.
//
// # From a pipeline to a report
//
//	load, split     the table, its folds               evaluate.go
//	tune            settings on inner folds            sweep.go, layer.go, walk.go
//	runFolds        each fold through the steps        folds.go, adapters.go
//	summarise       scores, figures                    summarise.go, measures.go
//
// The adapters, one a role, are the only code that writes an [engine.Run]. They hand
// a method the training rows, and never the truth of held ones.
//
// # What is not done twice
//
// Settings that begin alike share what is learned of the steps they have in common:
// a walk goes depth first through the tree of settings. A fold finds the states that
// earlier runs have left in the memo (prefix.go), and a sweep the scores of inner
// folds there or in the file that the protocol names (score_store.go). Rows, folds and
// steps are told by their content; a method of the program's own has none to be kept by.
//
// # The same bits
//
// Folds and settings run several at once, where processors and memory allow; results,
// notes, progress and errors are those of one after the other ([parallel.InOrder]).
//
// The package imports the vocabulary of the engine, check, evidence, blas (for what a
// report says of the library that served) and internal packages; it knows no family
// and no stage by name. Start reading at [Run] in evaluate.go, then adapters.go; a
// sweep begins in sweep.go.
package evaluate
