// Package corpus holds Go programs that must do the same as cells of a
// notebook as they do under `go run`. There is nothing to import: the programs
// are in testdata, and the tests beside this file run them.
//
// An archive in testdata is a category. It holds, for each program,
//
//	name.go      the program, as one would paste it into a cell
//	name/1, ...  the same or another program as a notebook, a section a cell
//	name.in      what it reads from standard input, if anything
//	name.want    what `go run` says
//
// Every program runs in a session of its own, in each form there is: pasted
// whole, and in cells. Where the cells are not written out they are cut from
// the program: its imports, its declarations, and the body of main in a few
// pieces. Where only cells are written out, the program that `go run` is given
// is made of them: declarations at the top, statements one after another in
// main. Where both are, the program says what the cells should say; that is how
// redefinitions, which no program has, come to be compared.
//
// A name.want is what the program wrote to its standard output, then each line
// of its standard error behind "! ", then how it ended unless it ended well:
// "panic: ..." or "exit status 3".
//
// The tests need no toolchain and take seconds. Two flags and a variable do more:
//
//	-update          write the name.want that are missing, by go run
//	-verify          build and run every program again and compare (minutes)
//	UNFOLD_LONG=1    every program twice in one session, with its cells out of
//	                 order in between (minutes)
//
// Where cells cannot have types of their own, because the program was built
// with another release of Go, testdata/bare.txt lists what is refused; the flag
// -update-bare writes it.
//
// Programs known to be refused, or to fail where they should not, are listed
// in testdata/known.txt with the reason. None may differ in silence.
package corpus
