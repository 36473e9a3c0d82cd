package execution

import (
	"bytes"
	"runtime/pprof"
	"strconv"
	"strings"

	"unfold/engine/wording"
)

// quiet reports whether no goroutine of the session is alive.
func (rs *runs) quiet() bool {
	var b bytes.Buffer
	if pprof.Lookup("goroutine").WriteTo(&b, 1) != nil {
		return false
	}
	label := strconv.Quote(labelKey) + ":" + strconv.Quote(rs.mark)
	return !bytes.Contains(b.Bytes(), []byte(label[:len(label)-1]))
}

// A census counts the goroutines of a session.
type census struct {
	alive   int // of the run in question
	waiting int // those of them that wait on a channel in interpreted code
	locked  int // that wait for a lock, a group or a condition
	others  int // that wait on a channel in interpreted code, of other runs
	session int // of all runs
}

// leftBehind says what is alive of a cell that was stopped.
func (c census) leftBehind() string {
	if c.alive == 1 {
		return "a call into compiled code has not returned yet"
	}
	return wording.Number(c.alive) + " of its goroutines have not ended yet; they will, when what they are in returns"
}

// stuck reports whether all goroutines of the session wait for each other.
func (c census) stuck() bool {
	return c.alive > 0 && c.alive == c.session && c.waiting+c.locked == c.alive
}

// allStuck reports the same of a run and of what earlier runs have left behind.
func (c census) allStuck() bool {
	return c.alive > 0 && c.waiting+c.locked+c.others == c.session
}

// count takes a census for a run. Labels of a session begin with its own mark.
func (r *Run) count() (c census) {
	var b bytes.Buffer
	if pprof.Lookup("goroutine").WriteTo(&b, 1) != nil {
		return c
	}
	session, _, _ := strings.Cut(r.label, "·")
	_, records, _ := strings.Cut(b.String(), "\n") // behind the number of all
	for record := range strings.SplitSeq(records, "\n\n") {
		label := strconv.Quote(labelKey) + ":" + strconv.Quote(r.label)
		mine := strings.Contains(record, label)
		if !mine && !strings.Contains(record, strconv.Quote(labelKey)+`:"`+session+"·") {
			continue
		}
		head, _, _ := strings.Cut(strings.TrimSpace(record), " ")
		n, err := strconv.Atoi(head)
		if err != nil {
			n = 1
		}
		c.session += n
		waits := strings.Contains(record, "reflect.rselect") && strings.Contains(record, "yaegi/interp.")
		if mine && (strings.Contains(record, "sync.runtime_Semacquire") || strings.Contains(record, "sync.runtime_notifyListWait")) {
			c.locked += n
		}
		switch {
		case mine && waits:
			c.alive, c.waiting = c.alive+n, c.waiting+n
		case mine:
			c.alive += n
		case waits:
			c.others += n
		}
	}
	return c
}
