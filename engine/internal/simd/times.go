package simd

// timesSingle and timesDouble are the kernels by level; a block is 64 bytes.
var (
	timesSingle [levels]func(dst, factors *float32, blocks int)
	timesDouble [levels]func(dst, factors *float64, blocks int)
)

// Times sets dst[j] = dst[j]·factors[j], which must be as long.
func Times[T Real](dst, factors []T) {
	factors = factors[:len(dst)]
	at, blocks := 0, len(dst)/Lanes[T]()
	switch dst := any(dst).(type) {
	case []float32:
		if kernel := timesSingle[Current()]; kernel != nil && blocks > 0 {
			kernel(&dst[0], &any(factors).([]float32)[0], blocks)
			at = blocks * Lanes[T]()
		}
	case []float64:
		if kernel := timesDouble[Current()]; kernel != nil && blocks > 0 {
			kernel(&dst[0], &any(factors).([]float64)[0], blocks)
			at = blocks * Lanes[T]()
		}
	}
	for j := at; j < len(dst); j++ {
		dst[j] *= factors[j]
	}
}
