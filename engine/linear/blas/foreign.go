package blas

import (
	"fmt"
	"strings"
	"sync/atomic"
)

// used reports that what UNFOLD_BLAS asks for has been called for.
var used atomic.Bool

// markUsed records that the back end is called.
func (b *backend) markUsed() {
	if b.wish != "" && !used.Load() {
		used.Store(true)
	}
}

// Remark is what a report says of a back end that is not our own, or that was
// wished for and is not there; empty where there is nothing to say.
func Remark() string {
	if !used.Load() {
		return ""
	}
	return chosen().remark()
}

func (b *backend) remark() string {
	switch {
	case b.wish == "":
		return ""
	case b.err != nil:
		return fmt.Sprintf("%s=%s: %v; unfold's own routines multiplied the matrices; `unfold doctor` tells what is in use", Variable, b.wish, strings.ReplaceAll(b.err.Error(), "\n", "; "))
	}
	return fmt.Sprintf("%s multiplied the matrices, as %s asks: results are the bits of this machine; without that variable they are the same bits on every machine", b, Variable)
}

// String is the back end's name and version.
func (b *backend) String() string {
	if b.version == "" {
		return b.name
	}
	return b.name + " " + b.version
}
