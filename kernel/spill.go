package kernel

import (
	"bufio"
	"fmt"
	"os"
	"strings"
	"time"

	"github.com/google/uuid"
)

const (
	spillNotice = time.Second // least time between two states of the notice
	spillLines  = 5           // the last lines that the notice shows
	spillWidth  = 100         // characters of each
	spillTail   = 1 << 10     // bytes of text kept for them
)

// A spill is text of a cell that goes to a file, because it is too much to
// show. In the notebook stands one notice, a display that is updated: where
// the text is, how much it is, and its last lines.
type spill struct {
	path  string
	id    string // of the notice
	file  *os.File
	to    *bufio.Writer // nil while the file is closed
	lines int
	bytes int
	lost  int    // bytes that could not be written
	why   error  // the latest reason
	tail  []byte // the end of the text
	due   *time.Timer
}

// spillText writes text of the run to a file if it is too much to show, and
// reports whether it is. From then on all text goes there, so that the file has
// no gap. The caller holds r.mu.
func (r *run) spillText(text string) bool {
	if r.spill == nil {
		if r.k.flow.allow(len(text), time.Since(started)) {
			return false
		}
		path, err := r.k.spills.file(r.number)
		if err != nil {
			r.k.spills.tell.Do(func() {
				r.k.fault(fmt.Errorf("kernel: no file for long output, which is shown instead: %w", err))
			})
			return false
		}
		r.spill = &spill{path: path, id: uuid.NewString()}
		defer r.notice("display_data")
	}
	s := r.spill
	s.add(text, r.k.spills.reserve(len(text)))
	if s.due == nil {
		s.due = time.AfterFunc(spillNotice, func() {
			r.mu.Lock()
			defer r.mu.Unlock()
			r.updateSpill()
		})
	}
	return true
}

// updateSpill brings file and notice up to date. The caller holds r.mu.
func (r *run) updateSpill() {
	s := r.spill
	if s == nil || s.due == nil {
		return
	}
	s.due.Stop()
	s.due = nil
	s.close()
	r.notice("update_display_data")
}

// endSpill leaves the file as it is, for its notice is cleared, and has the
// text that follows shown again. The caller holds r.mu.
func (r *run) endSpill() {
	if s := r.spill; s != nil {
		if s.due != nil {
			s.due.Stop()
		}
		s.close()
		r.spill = nil
	}
}

// notice shows the state of the spill.
func (r *run) notice(kind string) {
	b := bundle{data: map[string]any{"text/plain": r.spill.notice()}}
	content := encode(displayContent{b.content(), transient{r.spill.id}})
	r.shown.display(r.spill.id, content)
	r.k.iopub.post(r.parent(), kind, content)
}

// add writes text to the file, opening it if need be.
func (s *spill) add(text string, within bool) {
	s.lines += strings.Count(text, "\n")
	s.bytes += len(text)
	s.tail = append(s.tail, text[max(0, len(text)-spillTail):]...)
	if len(s.tail) > 8*spillTail {
		s.tail = append(s.tail[:0], s.tail[len(s.tail)-spillTail:]...)
	}
	err := s.write(text, within)
	if err != nil {
		s.lost += len(text)
		s.why = err
	}
}

func (s *spill) write(text string, within bool) error {
	if !within {
		return fmt.Errorf("a kernel keeps %d MiB of such text", spillLimit>>20)
	}
	if s.to == nil {
		file, err := os.OpenFile(s.path, os.O_WRONLY|os.O_APPEND|os.O_CREATE, 0o600)
		if err != nil {
			return err
		}
		s.file, s.to = file, bufio.NewWriterSize(file, 1<<16)
	}
	_, err := s.to.WriteString(text)
	return err
}

// close hands everything to the system; the next text opens the file anew.
func (s *spill) close() {
	if s.to == nil {
		return
	}
	unwritten := s.to.Buffered()
	err := s.to.Flush()
	if closing := s.file.Close(); err == nil {
		err = closing
	}
	if err != nil {
		s.lost += unwritten
		s.why = err
	}
	s.file, s.to = nil, nil
}

// notice says where the text is and how it ends.
func (s *spill) notice() string {
	var b strings.Builder
	fmt.Fprintf(&b, "too much output to show: %d more lines (%.1f MB) are in %s\n", s.lines, float64(s.bytes)/1e6, s.path)
	b.WriteString("the file lasts as long as the kernel; copy it to keep it\n")
	if s.lost > 0 {
		fmt.Fprintf(&b, "%.1f MB of it are lost: %v\n", float64(s.lost)/1e6, s.why)
	}
	b.WriteString("it ends with:")
	for _, line := range s.lastLines() {
		b.WriteString("\n" + shortened(line))
	}
	return b.String()
}

// shortened is the end of a line that is too long for a notice.
func shortened(line string) string {
	runes := []rune(line)
	if len(runes) <= spillWidth {
		return line
	}
	return "…" + string(runes[len(runes)-spillWidth+1:])
}

// lastLines is the last lines of the text, as far as they are kept.
func (s *spill) lastLines() []string {
	tail := s.tail[max(0, len(s.tail)-spillTail):]
	lines := strings.Split(strings.ToValidUTF8(strings.TrimRight(string(tail), "\n"), ""), "\n")
	return lines[max(0, len(lines)-spillLines):]
}
