//go:build !unix

package enginetest

import "time"

// processors takes the clock for what processors have worked.
func processors() time.Duration { return time.Duration(time.Now().UnixNano()) }
