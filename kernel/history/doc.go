// Package history keeps what was entered into kernels, across sessions and
// across the kernels that run on one machine at a time.
//
// A [History] belongs to one session. What its own session enters is kept in
// memory first, so that nothing a disk or another kernel does can lose it or
// delay a cell; from there a goroutine of its own writes it to a file, some
// entries at a time. The file is a bbolt database, which one process holds at
// a time: it is opened for each batch and for each question, and closed again,
// so kernels share it, and a kernel that nobody asks never opens it at all.
//
// Sessions are numbered in the order in which they first wrote to the file. A
// session that has not written yet has no number, and its entries carry 0,
// which is also how a question names the present session.
//
// The file holds the newest 100,000 entries, or 64 MiB of text if that is
// less; older ones make room. It is readable by its owner alone.
package history
