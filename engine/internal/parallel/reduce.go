package parallel

import "context"

// Sum adds the values that part returns for each block of [0, n), in the
// order of the blocks.
func Sum(ctx context.Context, n, grain int, part func(lo, hi int) float64) (float64, error) {
	parts, err := Blocks(ctx, n, grain, part)
	var sum float64
	for _, p := range parts {
		sum += p
	}
	return sum, err
}

// Blocks returns what part returns for each block of [0, n), in order, for
// the caller to reduce.
func Blocks[T any](ctx context.Context, n, grain int, part func(lo, hi int) T) ([]T, error) {
	grain = max(1, grain)
	parts := make([]T, (max(0, n)+grain-1)/grain)
	err := For(ctx, n, grain, func(lo, hi int) { parts[lo/grain] = part(lo, hi) })
	return parts, err
}
