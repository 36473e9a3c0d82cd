package blas

import (
	"context"
	"runtime"
	"sync"
	"sync/atomic"

	"unfold/engine"
)

// missing is the work that this process has done without the library it looked
// for.
var missing absence

// An absence counts the multiplications that were worth a library while there
// was none, and tells of it once.
type absence struct {
	work atomic.Int64
	once sync.Once
}

// worthTelling is the number of multiplications, a good part of a second of
// gonum's time, from which a missing library is worth a reader's attention.
const worthTelling = 1 << 30

// miss counts more work.
func (a *absence) miss(work float64) {
	if work < worthTelling {
		a.work.Add(int64(work))
	} else {
		a.work.Add(worthTelling)
	}
}

// tell remarks on the absence, in the first stage after which it has come to
// matter. It is called after every stage.
func (a *absence) tell(ctx context.Context) {
	if a.work.Load() < worthTelling {
		return
	}
	a.once.Do(func() {
		if text := absenceText(Reason(), runtime.GOOS); text != "" {
			engine.Remark(ctx, "%s", text)
		}
	})
}

// absenceText is the remark and its remedy; empty where the library is there,
// or somebody does not want it.
func absenceText(reason error, system string) string {
	if reason == nil || Unwanted(reason) {
		return ""
	}
	remedy := "libopenblas0-pthread on Debian and Ubuntu"
	if system == "darwin" {
		remedy = "brew install openblas"
	}
	return "matrices were multiplied by Go code, several times slower than OpenBLAS does it: install that (" + remedy + "); `unfold doctor` tells what was tried"
}
