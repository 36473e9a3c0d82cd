package interp

import (
	"context"
	"errors"
	"go/ast"
	"go/token"
	"runtime"
	"sync"
	"time"

	"golang.org/x/tools/go/ast/astutil"
)

// The interpreter can stop all it runs or nothing, and functions declared
// before a stop do nothing after it. So cells stop themselves: at the head of
// every loop and function, and behind every call and every use of a channel,
// they look at a flag, and when it is up, ask whether it is they who are to
// end. Behind calls and channels it is a flag of its own: it stays up while
// compiled code holds what is to end, or a channel whose other side comes late.
const (
	stopFlag = "stop#"
	backFlag = "back#"
)

// flags are the two variables, as cells read them.
type flags struct {
	stop, back   *bool
	mu           sync.Mutex
	stops, backs int // runs for whom they are up
}

const (
	// leaving is how long Run waits for a cancelled cell to leave compiled code. On a
	// busy machine a goroutine may wait long for its turn.
	leaving = 400 * time.Millisecond
	// unwinding is the same for one that must unwind a full stack.
	unwinding = 2 * time.Second
)

// heed lets the code of a file be stopped. Of a function's body nothing runs
// after a call, or a wait at a channel, in which the cell was cancelled. Deferred
// literals tidy up, and are left to.
func (s *Session) heed(file *ast.File, deferred map[*ast.FuncLit]bool) {
	l := &lowering{s: s, needs: map[string]bool{}}
	check := func(flag string, pos token.Pos) ast.Stmt {
		b := l.at(pos)
		return &ast.IfStmt{If: b.pos, Cond: b.id(flag), Body: b.block(&ast.ExprStmt{X: b.apply(l.hook(b, "Stop"))})}
	}
	head := func(flag string, body *ast.BlockStmt) {
		if body == nil {
			return
		}
		pos := body.Lbrace
		if len(body.List) > 0 {
			pos = body.List[0].Pos() // where the interpreter says that a function panicked
		}
		body.List = append([]ast.Stmt{check(flag, pos)}, body.List...)
	}
	cleaning := 0 // deferred literals around the node: of these only loops are stopped
	astutil.Apply(file, func(c *astutil.Cursor) bool {
		switch n := c.Node().(type) {
		case *ast.FuncLit:
			if deferred[n] {
				cleaning++
			}
		}
		return true
	}, func(c *astutil.Cursor) bool {
		switch n := c.Node().(type) {
		case *ast.ForStmt:
			head(stopFlag, n.Body)
		case *ast.RangeStmt:
			head(stopFlag, n.Body)
		case *ast.FuncLit:
			if deferred[n] {
				cleaning--
				return true
			}
		}
		if cleaning > 0 {
			return true
		}
		switch n := c.Node().(type) {
		case *ast.FuncDecl:
			head(stopFlag, n.Body)
		case *ast.FuncLit:
			head(stopFlag, n.Body)
		case *ast.IfStmt:
			if mayWait(n.Init) || mayWait(n.Cond) {
				head(backFlag, n.Body)
				if other, ok := n.Else.(*ast.BlockStmt); ok {
					head(backFlag, other)
				}
			}
		case *ast.SwitchStmt:
			if mayWait(n.Init) || mayWait(n.Tag) {
				for _, c := range n.Body.List {
					c := c.(*ast.CaseClause)
					c.Body = append([]ast.Stmt{check(backFlag, c.Pos())}, c.Body...)
				}
			}
		case *ast.CommClause:
			n.Body = append([]ast.Stmt{check(backFlag, n.Pos())}, n.Body...)
		}
		if s, ok := c.Node().(ast.Stmt); ok && c.Index() >= 0 && inList(c.Parent()) {
			jump, ok := s.(*ast.BranchStmt)
			switch {
			case ok && jump.Tok == token.GOTO:
				c.InsertBefore(check(stopFlag, s.Pos()))
			case mayWait(s):
				c.InsertAfter(check(backFlag, s.Pos()))
			}
		}
		return true
	})
}

// inList reports whether the statements of a node are a list of any statements.
func inList(n ast.Node) bool {
	switch n.(type) {
	case *ast.BlockStmt, *ast.CaseClause, *ast.CommClause:
		return true
	}
	return false
}

// mayWait reports whether a statement or expression itself calls a function or
// uses a channel, outside the blocks in it.
func mayWait(n ast.Node) (found bool) {
	switch n := n.(type) {
	case nil, *ast.BlockStmt, *ast.ReturnStmt, *ast.BranchStmt, *ast.DeferStmt, *ast.GoStmt, *ast.LabeledStmt, *ast.CaseClause, *ast.CommClause:
		return false
	case *ast.IfStmt:
		return false // its blocks look themselves
	case *ast.RangeStmt:
		return true // it may be over a channel
	case *ast.ExprStmt:
		if call, ok := n.X.(*ast.CallExpr); ok {
			if id, ok := call.Fun.(*ast.Ident); ok && id.Name == "panic" {
				return false
			}
		}
	}
	ast.Inspect(n, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.CallExpr, *ast.SendStmt:
			found = true
		case *ast.UnaryExpr:
			found = found || n.Op == token.ARROW
		case *ast.FuncLit, *ast.BlockStmt:
			return false
		}
		return !found
	})
	return found
}

// stop ends the calling goroutine if its cell was cancelled. It does not
// panic, so that no recover of the cell keeps it alive.
func (s *Session) stop() {
	if r := s.runs.mine(); r != nil && r.cancelled() {
		runtime.Goexit()
	}
}

// set shows cells how the flags stand. Running code reads them at all times,
// and any order will do; a lock on every reading would cost more than what is
// read.
//
//go:norace
func (f *flags) set() { *f.stop, *f.back = f.stops > 0, f.backs > 0 }

// raise keeps both flags, or only that behind calls, up for one more run.
func (f *flags) raise(both bool) (lower func()) {
	add := func(n int) {
		f.mu.Lock()
		defer f.mu.Unlock()
		if f.backs += n; both {
			f.stops += n
		}
		f.set()
	}
	add(1)
	return func() { add(-1) }
}

// halt waits until the goroutines of a cancelled run have ended. Those that
// compiled code holds are left behind, which is told once; they end when they
// come back.
func (s *Session) halt(r *run) {
	defer s.flags.raise(true)()
	deadline := time.Now().Add(leaving)
	if errors.Is(context.Cause(r.ctx), ErrTooDeep) {
		deadline = time.Now().Add(unwinding)
	}
	for pause := 50 * time.Microsecond; ; pause = min(2*pause, 10*time.Millisecond) {
		c := r.count()
		if c.alive == 0 {
			return
		}
		if c.waiting > 0 && c.others == 0 {
			s.wake()
		}
		if time.Now().After(deadline) {
			r.write("stderr", "the cell was stopped, but a call into compiled code has not returned yet\n")
			go s.watch(r, s.flags.raise(false))
			return
		}
		time.Sleep(pause)
	}
}

// wake ends the waiting of those who wait on a channel now. Nobody can say
// whom it wakes, so it is called when all are to end.
func (s *Session) wake() {
	for {
		select {
		case s.inside.done <- struct{}{}:
		default:
			return
		}
	}
}

// watch ends what a cancelled run has left behind, when it comes back from
// compiled code. The flag at loops is up for a moment only, now and then:
// while it is, all code pays for looking who is meant.
func (s *Session) watch(r *run, gone func()) {
	defer gone()
	for pause := 50 * time.Millisecond; ; pause = min(pause*3/2, time.Second) {
		time.Sleep(pause)
		c := r.count()
		if c.alive == 0 {
			return
		}
		if c.waiting > 0 && c.others == 0 {
			s.wake()
		}
		lower := s.flags.raise(true)
		time.Sleep(2 * time.Millisecond)
		lower()
	}
}
