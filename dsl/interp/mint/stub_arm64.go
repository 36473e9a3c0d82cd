package mint

const stubSize = 16 // bytes of code

// firstStub is the address of stub 0; the others follow at stubSize bytes.
func firstStub() uintptr
