package zmtp

import (
	"bytes"
	"os"
	"slices"
	"testing"
)

// texts makes frames of strings.
func texts(t ...string) [][]byte {
	frames := make([][]byte, 0, len(t))
	for _, each := range t {
		frames = append(frames, []byte(each))
	}
	return frames
}

func equalFrames(a, b [][]byte) bool { return slices.EqualFunc(a, b, bytes.Equal) }

// shortDir returns a folder for socket files, whose paths must be short.
func shortDir(t testing.TB) string {
	t.Helper()
	dir, err := os.MkdirTemp("", "z")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { os.RemoveAll(dir) })
	return dir
}
