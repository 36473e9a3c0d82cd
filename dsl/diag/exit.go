package diag

import "fmt"

const (
	exit     = "Exit"
	exitWell = "Exit without failure" // never shown
)

// Exited is how a cell ends that has called os.Exit; in a program that ends all.
func Exited(code int, program bool) List {
	f := Finding{Kind: exit, Summary: fmt.Sprintf("exit status %d", code)}
	if !program {
		f.Summary = fmt.Sprintf("the cell asked to exit with status %d", code)
		f.Remedy = "the session goes on; restart the kernel to begin anew"
	}
	if code == 0 {
		f.Kind = exitWell
	}
	return List{f}
}

// ExitedWell reports whether an error is that of os.Exit(0), which is no failure.
func ExitedWell(err error) bool {
	found, ok := err.(List)
	return ok && len(found) == 1 && found[0].Kind == exitWell
}
