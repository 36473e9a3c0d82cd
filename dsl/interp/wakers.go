package interp

import (
	"go/scanner"
	"go/token"
)

// wakers are the names of compiled functions, and the packages, by which something
// other than a goroutine of a cell may wake one: timers, signals, what the collector
// calls, programs and sockets. That a cell may mean another thing by such a name only
// keeps its program from being ended.
var wakers = map[string]bool{
	"After": true, "AfterFunc": true, "NewTimer": true, "NewTicker": true, "Tick": true, "Reset": true,
	"WithTimeout": true, "WithTimeoutCause": true, "WithDeadline": true, "WithDeadlineCause": true,
	"Notify": true, "NotifyContext": true, "SetFinalizer": true, "AddCleanup": true,
	"net": true, "http": true, "httptest": true, "rpc": true, "exec": true, "synctest": true, "testing": true,
	"display": true,
}

// noteWakers looks for such names in a cell.
func (s *Session) noteWakers(src string) {
	if s.runner.Closed == nil || s.wakers.Load() {
		return
	}
	var in scanner.Scanner
	in.Init(token.NewFileSet().AddFile("", -1, len(src)), []byte(src), func(token.Position, string) {}, 0)
	for {
		_, tok, text := in.Scan()
		switch {
		case tok == token.EOF:
			return
		case tok == token.IDENT && wakers[text]:
			s.wakers.Store(true)
			return
		}
	}
}
