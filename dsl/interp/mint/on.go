//go:build !nomint

package mint

// off tells that the program is to do without types made at run time.
const off = false
