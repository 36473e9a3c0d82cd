package download

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io"
	"os"

	"unfold/engine"
	"unfold/engine/remedy"
)

// A Reader counts what is read, says how far it has come, and stops at
// a limit or when its context is done.
type Reader struct {
	Context context.Context
	In      io.Reader
	Size    int64 // expected, 0 if not known
	Most    int64 // after which it fails
	done    int64
	told    int64
}

func (r *Reader) Read(p []byte) (int, error) {
	if err := r.Context.Err(); err != nil {
		return 0, err
	}
	n, err := r.In.Read(p)
	r.done += int64(n)
	if r.done > r.Most {
		return 0, TooLarge(r.Most)
	}
	if r.Size > 0 && (r.done-r.told)*100 > r.Size {
		r.told = r.done
		engine.Tell(r.Context, engine.Progress{Note: "reading", Fraction: min(1, float64(r.done)/float64(r.Size))})
	}
	return n, err
}

// TooLarge is the error of a file beyond the limit.
func TooLarge(most int64) *engine.Error {
	return &engine.Error{Param: "limit", Cause: fmt.Sprintf("the file has more than %d MB", most>>20), Remedy: remedy.Raise("limit").Or(remedy.Say("take a smaller file"))}
}

// WrongChecksum is the error of a file that is another than was meant.
func WrongChecksum(sum string) *engine.Error {
	return &engine.Error{Param: "sha256", Cause: "the file has the checksum " + sum, Remedy: remedy.Say("take the file that was meant").Or(remedy.Set("sha256", sum))}
}

// ChecksumOf is the SHA-256 of a file's bytes.
func ChecksumOf(name string) (string, error) {
	file, err := os.Open(name)
	if err != nil {
		return "", err
	}
	defer file.Close()
	hash := sha256.New()
	if _, err := io.Copy(hash, file); err != nil {
		return "", err
	}
	return hex.EncodeToString(hash.Sum(nil)), nil
}
