//go:build !(amd64 || arm64)

package mint

const stubSize = 0 // there is no code

// firstStub is never called: Check refuses first.
func firstStub() uintptr { return 0 }
