package main

import (
	"context"
	_ "embed"
	"fmt"
	"os"
	"strings"

	"unfold/engine/linear/blas"
)

// peers is the program of the peers: all of them, in one language.
//
//go:embed peers.py
var peers string

// findPeers returns the program of the peers in the first interpreter that
// has them, and what they are; nil, and what is missing, where none has.
func findPeers(ctx context.Context, interpreter string) (program, map[string]string, error) {
	candidates := []string{"python3", "/usr/bin/python3", "/usr/local/bin/python3"}
	if interpreter != "" {
		candidates = []string{interpreter}
	}
	var missing error
	for _, name := range candidates {
		p := program{name, "-c", peers}
		s, err := start(ctx, p, 1)
		if err != nil {
			missing = firstError(missing, err)
			continue
		}
		hello, err := s.ask(request{Do: "hello"})
		s.close()
		if err == nil {
			return p, hello.Versions, nil
		}
		missing = firstError(missing, fmt.Errorf("%s: %s", name, strings.TrimPrefix(err.Error(), "bench: ")))
	}
	return nil, nil, missing
}

// coreVariable tells OpenBLAS which processor's code to run.
const coreVariable = "OPENBLAS_CORETYPE"

// openBLASCore is the code that suits this processor best, for the peers to run
// it: a library that is older than the processor would choose that of 2004 by
// itself, and be several times slower for it. It is empty where somebody has
// chosen already or there is no OpenBLAS.
func openBLASCore() string {
	if os.Getenv(coreVariable) != "" {
		return ""
	}
	version, err := blas.OpenBLAS()
	_, core, known := strings.Cut(version, ", ")
	if err != nil || !known {
		return ""
	}
	return core
}
