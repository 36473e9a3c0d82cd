//go:build !unix

package model

import (
	"errors"
	"os"
)

// mapFile is not to be had here: files are read.
func mapFile(*os.File, int64) ([]byte, error) {
	return nil, errors.New("files are not mapped on this system")
}
