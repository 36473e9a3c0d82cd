//go:build noopenblas || !(linux || darwin) || !(amd64 || arm64)

package blas

func open(string) (*library, error) {
	return nil, errLeftOut
}
