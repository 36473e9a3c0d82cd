package interp

import (
	"bytes"
	"runtime/pprof"
	"strconv"
)

// Quiet reports whether no goroutine of any cell is alive. While one is, what
// variables hold may be half written, and reading it from elsewhere can end the
// process.
func (s *Session) Quiet() bool {
	var b bytes.Buffer
	if pprof.Lookup("goroutine").WriteTo(&b, 1) != nil {
		return false
	}
	label := strconv.Quote(labelKey) + ":" + strconv.Quote(s.mark+"·")
	return !bytes.Contains(b.Bytes(), []byte(label[:len(label)-1]))
}
