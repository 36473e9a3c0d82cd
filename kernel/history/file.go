package history

import (
	"encoding/binary"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"runtime/debug"
	"time"

	"go.etcd.io/bbolt"
)

const (
	maxEntries = 100_000  // in the file, and of one session in memory
	maxBytes   = 64 << 20 // of text in the file
	maxSource  = 1 << 20  // bytes of one cell; the rest is cut off
	maxOutput  = 16 << 10 // bytes of one result
)

// The file has two buckets: entries, with the session and the line as the key,
// so that keys are in the order of time; and counts, with numbers of eight
// bytes under the names below.
var (
	entriesBucket = []byte("entries")
	countsBucket  = []byte("counts")
	lastSession   = []byte("session")
	entryCount    = []byte("entries")
	byteCount     = []byte("bytes")
)

// A file is a database that is open only while it is used.
type file struct {
	path    string
	entries int    // at most so many
	bytes   int    // of text at most
	failed  string // the last failure that was reported
	damaged damage
}

// A damage is what a file turned out to have.
type damage struct {
	file os.FileInfo // as it was then, nil for none
	err  error
}

// with opens the file, waiting no longer than patience for another process
// that holds it, and calls use. A damaged file makes bbolt panic in places,
// and one that was cut off makes it read from memory where the file has
// nothing to put; both are errors here, and nobody is kept out afterwards.
func (f *file) with(readOnly bool, patience time.Duration, use func(*bbolt.DB) error) (err error) {
	info, missing := os.Stat(f.path)
	switch {
	case missing != nil:
	case !info.Mode().IsRegular():
		return fmt.Errorf("history: %s is no file; entries are kept in memory meanwhile", f.path)
	case os.SameFile(info, f.damaged.file):
		return f.damaged.err // each try would leave its memory behind
	}
	var opened *os.File // holds the lock
	defer debug.SetPanicOnFault(debug.SetPanicOnFault(true))
	defer func() {
		if p := recover(); p != nil {
			if opened != nil {
				unlock(opened) // what is mapped of it outlives the descriptor, and the lock with that
				opened.Close()
			}
			err = fmt.Errorf("history: %s is damaged (%v); move it away to begin a new one", f.path, p)
			f.damaged = damage{info, err}
		}
	}()
	if !readOnly {
		if err := os.MkdirAll(filepath.Dir(f.path), 0o700); err != nil {
			return fmt.Errorf("history: %w", err)
		}
	}
	open := func(path string, how int, mode os.FileMode) (file *os.File, err error) {
		opened, err = os.OpenFile(path, how, mode)
		return opened, err
	}
	db, err := bbolt.Open(f.path, 0o600, &bbolt.Options{Timeout: patience, ReadOnly: readOnly, OpenFile: open})
	if err != nil {
		return fmt.Errorf("history: %s: %w; entries are kept in memory meanwhile", f.path, err)
	}
	err = use(db) // after a panic the database holds locks that closing it would wait for
	if closing := db.Close(); err == nil && closing != nil {
		err = fmt.Errorf("history: %s: %w", f.path, closing)
	}
	return err
}

// append writes entries of a session and returns its number, which is a new
// one if session is 0.
func (f *file) append(session int, batch []Entry, patience time.Duration) (int, error) {
	err := f.with(false, patience, func(db *bbolt.DB) error {
		return db.Update(func(tx *bbolt.Tx) error {
			entries, err := tx.CreateBucketIfNotExists(entriesBucket)
			if err != nil {
				return err
			}
			counts, err := tx.CreateBucketIfNotExists(countsBucket)
			if err != nil {
				return err
			}
			if session == 0 {
				session = count(counts, lastSession) + 1
				if err := setCount(counts, lastSession, session); err != nil {
					return err
				}
			}
			return f.write(entries, counts, session, batch)
		})
	})
	return session, err
}

// write puts entries in their places and takes the oldest away until the file
// is within its bounds.
func (f *file) write(entries, counts *bbolt.Bucket, session int, batch []Entry) error {
	held, size := count(counts, entryCount), count(counts, byteCount)
	for _, e := range batch {
		k, text := key(session, e.Line), value(e)
		if old := entries.Get(k); old != nil {
			held--
			size -= len(old)
		}
		if err := entries.Put(k, text); err != nil {
			return err
		}
		held++
		size += len(text)
	}
	for oldest := entries.Cursor(); held > f.entries || size > f.bytes; {
		k, text := oldest.First()
		if k == nil {
			break
		}
		held--
		size -= len(text)
		if err := oldest.Delete(); err != nil {
			return err
		}
	}
	return errors.Join(setCount(counts, entryCount, held), setCount(counts, byteCount, size))
}

// walk calls visit for the entries of the file from the newest to the oldest,
// until it returns false, and returns the number of the last session. A file
// that is not there, or in which nothing was ever written, has no entries.
func (f *file) walk(visit func(Entry) bool) (last int, err error) {
	info, err := os.Stat(f.path)
	if errors.Is(err, os.ErrNotExist) || err == nil && info.Mode().IsRegular() && info.Size() == 0 {
		return 0, nil
	}
	err = f.with(true, haste, func(db *bbolt.DB) error {
		return db.View(func(tx *bbolt.Tx) error {
			entries, counts := tx.Bucket(entriesBucket), tx.Bucket(countsBucket)
			if entries == nil || counts == nil {
				return nil
			}
			last = count(counts, lastSession)
			cursor := entries.Cursor()
			for k, text := cursor.Last(); k != nil; k, text = cursor.Prev() {
				if e, ok := entry(k, text); ok && !visit(e) {
					return nil
				}
			}
			return nil
		})
	})
	return last, err
}

func count(b *bbolt.Bucket, name []byte) int {
	if v := b.Get(name); len(v) == 8 {
		return int(binary.BigEndian.Uint64(v))
	}
	return 0
}

func setCount(b *bbolt.Bucket, name []byte, n int) error {
	return b.Put(name, binary.BigEndian.AppendUint64(nil, uint64(n)))
}

func key(session, line int) []byte {
	return binary.BigEndian.AppendUint64(binary.BigEndian.AppendUint64(nil, uint64(session)), uint64(line))
}

// value writes an entry down: the length of its source, the source, and behind
// it a mark and the output if there is one.
func value(e Entry) []byte {
	text := binary.AppendUvarint(nil, uint64(len(e.Source)))
	text = append(text, e.Source...)
	if e.Output != nil {
		text = append(text, '=')
		text = append(text, *e.Output...)
	}
	return text
}

// entry reads what key and value wrote, and reports whether it is well formed.
func entry(k, text []byte) (Entry, bool) {
	n, width := binary.Uvarint(text)
	if len(k) != 16 || width <= 0 || n > uint64(len(text)-width) {
		return Entry{}, false
	}
	source, rest := text[width:width+int(n)], text[width+int(n):]
	e := Entry{
		Session: int(binary.BigEndian.Uint64(k[:8])),
		Line:    int(binary.BigEndian.Uint64(k[8:])),
		Source:  string(source),
	}
	if len(rest) > 0 {
		output := string(rest[1:])
		e.Output = &output
	}
	return e, true
}
