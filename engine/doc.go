// Package engine is the vocabulary of unfold: the values that flow through a
// pipeline, the roles that stages play, and how a stage describes itself. It has
// no algorithm. Methods live in the families below it (generator, dataset,
// protocol, prepare, metric, embedding, extension, predictor, quality, view), one
// in a file; what several share lives in tools (neighbour, geodesic, spectral,
// gram, ridge, smo, blas and others); engine/evaluate runs what they make up.
//
// # A pipeline
//
// A [Pipeline] is a value: a source of rows, and the steps that they go through.
// [Pipe] makes one of methods, whose fields are their arguments: those left out have
// the defaults of the language where zeros would be no answer, and [SetDefaults] gives
// a method all of them; [Pipeline.Vary] offers several values for one. Package evaluate tells what it would take, and runs it:
//
//	p := engine.Pipe(
//		&generator.Waveform{N: 300, Seed: 1},
//		&protocol.CV{K: 5, Seed: 1},
//		&prepare.Scale{},
//		&embedding.PCA{Dim: 2},
//		&predictor.KNN{K: 5},
//		&quality.Accuracy{},
//	)
//	plan, err := evaluate.NewPlan(ctx, p, evaluate.Environment{})
//	report, err := evaluate.Run(ctx, p, evaluate.Environment{})
//
// The [Report] has the scores over the folds ([Report.Score]), what the steps took,
// notes, figures, and of each fold a [Run]: what was learned. Package newrows takes
// rows that come later through a run; package comparison sets reports side by side;
// kernel/render shows and saves them.
//
// # The path of the data
//
//	Source → Table → Fold → Sample → Distances → Embedding → Map → Predictor → Score, Figure → Report
//
// A [Source] makes a [Table], a [Protocol] divides its rows into folds. The
// training rows of a [Fold] are the [Sample] that every method learns from, in the
// order of the roles: a [Preparer] changes columns, a [Metric] says how far rows
// are apart, an [Embedder] places them, an [Extender] learns the map to where they
// were placed, a [Learner] predicts. A [Measure] puts a number on a run, a [Viewer]
// draws a report.
//
// Training rows are placed: an embedder may read their labels. Any row can be
// mapped: a map never sees a label. Held rows travel through the prepared columns
// and the map to the predictor, and only measures and views meet their truth, so
// nothing of them is learned from.
//
// Rows are rows: X is n×d with one row per observation, Y is n×dim, D is n×n.
// Matrices that a value holds are not to be changed by its readers.
//
// # Choice
//
// A step may offer candidates ([Choice]). Every fold then chooses for itself, by
// inner folds of its own training rows, and is judged on held rows that had no part
// in it (see [Chooser] and [Tuning]). Of candidates with equal scores it takes the
// simplest, as their parameters declare it ([Simplicity]).
//
// # Writing a method
//
// A method is a type with the parameters of a stage for fields and two methods:
// Params, which declares a field a line ([Params]), and the verb of its role. The
// same lines check arguments, bind, complete and explain them. What a method learns
// is in the value that it returns, never in its fields, so that it may run many
// times, also at once. The examples of [Preparer] and [Learner] are whole.
//
// Such a type can stand in a [Pipe] as it is. [Declare], in the init function of
// its file, adds it to its [Family] under a name, with a [Stage] that says what it
// computes, cites its source and gives sentences to try: it is then a word of the
// language, and package enginetest holds it to the contracts of its role. The memo
// keeps states and scores behind declared methods alone, as nothing tells others
// apart.
//
// # Notes, progress, errors
//
// Methods print nothing. What a reader of the result should know, a dropped column
// or a ridge that was raised, is a [Remark], and stands in the notes of the report.
// [Tell] says how far a method has come; whoever gave the run a context by
// [WithProgress] hears it. What a reader can mend is an [Error] with its cause and a
// [Remedy]; the method leaves out which stage it is, which the step fills in.
//
// Every loop that may last honours its context: it stops within a tenth of a second
// of a cancellation, and returns the error of the context, which is nobody's fault
// ([IsCancel]).
//
// # Memory
//
// What would be found twice is found once. What a method finds out about the rows
// of a sample it gives to [Shared], for other methods and settings that meet the same
// rows; what runs have learned, a memo in the environment keeps for later ones (see
// evaluate.Environment and package memo). Every way leads to the same bits.
//
// Methods of the engine ask for large memory before they take it, and fail with the
// numbers if it is not there (package budget). A method says beforehand what it will
// take if it is an [Estimator].
//
// # Determinism
//
// The same pipeline with the same seed gives the same bits at any GOMAXPROCS and on
// every processor: sums have a fixed order, products are rounded before they are
// added or fused everywhere, and drawing goes by named, seeded streams.
//
// # Imports
//
// The package imports figure (what is drawn, as data), memo, wording and internal
// packages of the engine, and no family or tool. Start reading at pipeline.go and
// roles.go, then run.go; params.go is how a method declares its arguments.
package engine
