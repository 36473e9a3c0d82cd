// Package install makes unfold known to Jupyter and finds out what is missing
// for that. [Register] writes a kernelspec: the folder in which Jupyter looks
// for a kernel's command line and its pictures. [Doctor] checks a machine line
// by line and says what to mend.
//
// The scripts up and test beside it set up a whole machine.
package install
