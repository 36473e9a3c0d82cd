// Package engine is the vocabulary of unfold: the values that flow through a
// pipeline, the roles that stages play, and how a stage describes itself.
// Methods live in the families below it (dataset, protocol, prepare, metric,
// embedding, extension, predictor, quality, view), one in a file; arithmetic
// that several share lives in tools (neighbour, geodesic, spectral, gram,
// blas).
//
// # Path of the data
//
//	Source → Table → Fold → Sample → Distances → Embedding → Map → Predictor → Score, Figure → Report
//
// Training rows are placed: an embedder may read their labels. Any row can be
// mapped: a map never sees a label. Held rows travel through the prepared
// columns and the map to the predictor, so nothing of them is learned from.
//
// # Choice
//
// A step may offer candidates. Every fold then chooses for itself, by inner
// folds of its own training rows, and is judged on held rows that had no part
// in it (see [Chooser]). Of candidates with equal scores it takes the simplest,
// as their parameters declare it ([Simplicity]). What settings have in common is
// learned once: those that begin with the same steps share these, those that
// meet the same rows share what methods find out about them ([Shared]), and runs
// of a session share what a [Store] keeps. Every way leads to the same bits.
//
// # Shapes
//
// Rows are rows: X is n×d with one row per observation, Y is n×dim, D is n×n.
// Matrices that a value holds are not to be changed by its readers.
//
// # Context
//
// Every loop that may last honours its context: it stops within a tenth of a
// second of a cancellation. The same context carries progress (Tell) and
// notes (Remark) the other way.
//
// # Determinism
//
// The same pipeline with the same seed gives the same bits at any GOMAXPROCS.
package engine
