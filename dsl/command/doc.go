// Package command holds the commands of cells, which are neither Go nor
// pipelines: lines that begin with %, ! or $ or ask with ?, and cells that
// begin with %%.
//
//	%who                    a command of the session
//	%time x := fit(data)    a command that takes Go, with pipelines in it
//	!ls -l | head           a line for the shell
//	$git status             a program and its arguments, no shell between
//	isomap?                 help
//	%%writefile notes.txt   a command that takes the whole cell
//
// Cut divides a cell into Go and commands, at places where a Go statement may
// begin; Parse reads one command. A command declares itself in its own file:
// its name, what it takes, a sentence on what it does, how its argument is
// completed, and the function that does it. What it needs of the session it
// asks of a Host. The list of commands is fixed once the program has started,
// so everything here may be called from several goroutines.
package command
