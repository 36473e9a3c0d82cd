//go:build unix

package model

import (
	"errors"
	"math"
	"os"
	"syscall"
)

// mapFile maps a file into memory, to stay there as long as the process. Pages are its
// own: what writes to them, which nothing should, changes neither file nor others.
func mapFile(file *os.File, size int64) ([]byte, error) {
	if size > math.MaxInt {
		return nil, errors.New("the file is larger than memory can be")
	}
	return syscall.Mmap(int(file.Fd()), 0, int(size), syscall.PROT_READ|syscall.PROT_WRITE, syscall.MAP_PRIVATE)
}
