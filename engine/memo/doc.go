// Package memo keeps results that are dear to find, for whoever asks for them
// again. There is one mechanism: a [Memo] of so many bytes, in which a [Key]
// tells values by their content, and what was not asked for for longest goes
// first. It has three lifetimes:
//
//   - rows: what methods find out about the rows of a sample ([Rows]), which
//     lives until nobody meets these rows any more;
//   - session: states of runs, scores and reports, which live as long as the
//     memo;
//   - file: scores in a [File], which outlive the program.
//
// Whatever is found is to be the same bits that the caller would find by itself.
// The package imports nothing of the engine. Start at [Find] and [Memo.Keep].
package memo
