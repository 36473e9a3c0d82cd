package blas

import "errors"

// errLeftOut is what asking for a library comes to without a loader.
var errLeftOut = errors.New("this program was built without the loader of libraries")
