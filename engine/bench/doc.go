// Bench measures the engine side by side with the programs that people use
// otherwise, and says what came of it: seconds, memory, and the number that
// tells whether both did the same work.
//
//	go run ./engine/bench                 every line of the table
//	go run ./engine/bench -list           the lines
//	go run ./engine/bench -only isomap    lines whose name has a word in it
//	go run ./engine/bench -scale 40000    time and memory against the number of rows
//	go run ./engine/bench -out DIR        also write RESULTS.md, its numbers and its plots
//
// Each side of a line is a process of its own, so that its peak memory is that
// of the workload, and both speak the same small protocol: lines of JSON over
// standard input and output ([request], [reply]). Rows are made or read once,
// and handed to both sides as the same files, which they read outside the
// timing. After a warm-up the sides take turns, so that whatever else the
// machine does falls on both; the ratio is the median over the turns. Peers
// that are not installed are named, with the remedy, and their lines are
// measured without them.
//
// The command imports the engine, its families and tools, and nothing above. A line that needs more is measured by a
// command of its own, which is built and run: the first figure after a kernel's
// start by kernel/kerneltest/baseline.
//
// Start reading at main.go and at lines.go, which lists what is measured.
package main
