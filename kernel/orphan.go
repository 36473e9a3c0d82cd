package kernel

import (
	"context"
	"os"
)

// announced is the variable in which a Jupyter server tells the kernels that
// it starts who it is.
const announced = "JPY_PARENT_PID"

// watchParent calls stop when the server that started this process is gone. A
// kernel that somebody else started may outlive them.
func watchParent(ctx context.Context, stop func()) {
	parent := os.Getenv(announced)
	if parent != "" && outlives(ctx, parent) {
		stop()
	}
}
