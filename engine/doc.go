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
