// Package export says what a fitted pipeline computes of a row, so that it can leave the
// program: package gosource writes it as Go, package onnx for ONNX runtimes.
//
// A fitted map or predictor is an [Exporter] if it can say what it computes by the
// operations of [Value], of which there are some twenty, all on rows of numbers. That is
// said once, beside the code that serves here, and each writer knows the operations
// alone. [New] follows the way of rows through all parts of what was learned, with the
// refusal of cells that are no numbers where [newrows.Place] has it.
//
// The package imports the vocabulary of the engine. Start at [Learned] and [Value].
package export
