// Package model is pipelines that have learned, as values: they place and predict rows
// that come later, are kept in files, and are opened by another program, which gives
// the same bits.
//
// A [Model] has learned from all rows with a label and holds none; how well it may do is
// what a report of folds has measured, which it carries along ([Model.Measured]). [Learn]
// makes one of a pipeline, [FromReport] of a report; [Model.Save] keeps it and [Open] brings
// it back. New rows are matched, placed and predicted by engine/data/newrows, as those of a
// report are.
//
// A file is a preamble of 64 bytes, a description in JSON, and the learned values (see
// engine/codec), with a checksum of each part:
//
//	 0  magic        89 55 4e 46 4f 4c 44 0a
//	 8  uint32       version of the format
//	12  uint32       CRC-32C of the preamble, with zeros in this place
//	16  3 × uint64   bytes of the description, of the fields, of the arrays
//	40  uint32       CRC-32C of the description
//	44  uint32       CRC-32C of fields and arrays, and of what lies between them
//	48  16 bytes     zeros
//	64               description, fields, zeros up to a multiple of 64, arrays
//
// All numbers are little-endian. Large files are mapped into memory where the system can
// do so: what is not looked at is not read twice, and processes share it. They are not to
// be written to while they are open; Save puts another file in their place.
//
// The package imports the engine's vocabulary, engine/codec and engine/evaluate. Start at
// [Model].
package model
