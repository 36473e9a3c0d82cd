//go:build noopenblas || !(linux || darwin) || !(amd64 || arm64)

package blas

import "errors"

func open(string) (*library, error) {
	return nil, errors.New("this program was built without the loader of OpenBLAS")
}
