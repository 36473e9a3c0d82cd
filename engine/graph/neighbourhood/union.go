package neighbourhood

// EachOfBoth goes through the union of two rising lists; see is told where each has
// the row, or −1.
func EachOfBoth(a, b []int32, see func(j int32, a, b int)) {
	i, k := 0, 0
	for i < len(a) || k < len(b) {
		switch {
		case k == len(b) || i < len(a) && a[i] < b[k]:
			see(a[i], i, -1)
			i++
		case i == len(a) || b[k] < a[i]:
			see(b[k], -1, k)
			k++
		default:
			see(a[i], i, k)
			i, k = i+1, k+1
		}
	}
}
