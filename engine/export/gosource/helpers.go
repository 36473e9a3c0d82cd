package gosource

// A helper is a function that written sources bring with them where they need it.
type helper struct {
	name  string
	needs []string
	text  string
}

// helpers are all of them, in the order in which they are written. Products that feed
// sums are rounded by conversions, so that no processor fuses them.
var helpers = [...]helper{
	{"finite", nil, `// finite refuses numbers that are missing or infinite.
func finite(x []float64, names []string) error {
	for i, v := range x {
		if math.IsNaN(v) || math.IsInf(v, 0) {
			return fmt.Errorf("%s is %v, which is not a number to go on with", name(names, i), v)
		}
	}
	return nil
}`},
	{"present", nil, `// present refuses numbers that are infinite.
func present(x []float64, names []string) error {
	for i, v := range x {
		if math.IsInf(v, 0) {
			return fmt.Errorf("%s is infinite", name(names, i))
		}
	}
	return nil
}`},
	{"name", nil, `// name says what the number at a place is called.
func name(names []string, i int) string {
	if i < len(names) {
		return "column " + names[i]
	}
	return fmt.Sprintf("coordinate %d", i+1)
}`},
	{"known", nil, `// known refuses cells of columns with levels that are the number of none.
func known(row []float64) error {
	for c, levels := range Levels {
		if v := row[c]; levels != nil && !math.IsNaN(v) && !(v == math.Trunc(v) && v >= -1 && v < float64(len(levels))) {
			return fmt.Errorf("column %s is %v, and its levels are numbered from 0 to %d", Columns[c], v, len(levels)-1)
		}
	}
	return nil
}`},
	{"columns", nil, `// columns returns the numbers at some places.
func columns(x []float64, at ...int) []float64 {
	out := make([]float64, len(at))
	for i, c := range at {
		out[i] = x[c]
	}
	return out
}`},
	{"join", nil, `// join puts numbers one behind the other.
func join(all ...[]float64) []float64 {
	var out []float64
	for _, x := range all {
		out = append(out, x...)
	}
	return out
}`},
	{"add", []string{"pairs"}, `func add(x, y []float64) []float64 {
	return pairs(x, y, func(a, b float64) float64 { return a + b })
}`},
	{"sub", []string{"pairs"}, `func sub(x, y []float64) []float64 {
	return pairs(x, y, func(a, b float64) float64 { return a - b })
}`},
	{"mul", []string{"pairs"}, `func mul(x, y []float64) []float64 {
	return pairs(x, y, func(a, b float64) float64 { return a * b })
}`},
	{"div", []string{"pairs"}, `func div(x, y []float64) []float64 {
	return pairs(x, y, func(a, b float64) float64 { return a / b })
}`},
	{"larger", []string{"pairs"}, `func larger(x, y []float64) []float64 {
	return pairs(x, y, func(a, b float64) float64 { return max(a, b) })
}`},
	{"equal", []string{"pairs", "truth"}, `func equal(x, y []float64) []float64 {
	return pairs(x, y, func(a, b float64) float64 { return truth(a == b) })
}`},
	{"atMost", []string{"pairs", "truth"}, `func atMost(x, y []float64) []float64 {
	return pairs(x, y, func(a, b float64) float64 { return truth(a <= b) })
}`},
	{"missing", []string{"each", "truth"}, `func missing(x []float64) []float64 {
	return each(x, func(v float64) float64 { return truth(math.IsNaN(v)) })
}`},
	{"coarse", []string{"each"}, `// coarse rounds to 36 bits behind the leading one, by which lengths are compared.
func coarse(x []float64) []float64 {
	return each(x, func(v float64) float64 { return math.Float64frombits((math.Float64bits(v) + 1<<15) &^ (1<<16 - 1)) })
}`},
	{"choose", []string{"at"}, `// choose takes numbers of x where c is not 0, and of y elsewhere.
func choose(c, x, y []float64) []float64 {
	out := make([]float64, max(len(c), len(x), len(y)))
	for i := range out {
		if at(c, i) != 0 {
			out[i] = at(x, i)
		} else {
			out[i] = at(y, i)
		}
	}
	return out
}`},
	{"sum", nil, `func sum(x []float64) []float64 {
	var total float64
	for _, v := range x {
		total += v
	}
	return []float64{total}
}`},
	{"largest", []string{"argMax"}, `func largest(x []float64) []float64 { return []float64{x[int(argMax(x)[0])]} }`},
	{"argMax", nil, `// argMax returns the place of the largest number, of equal ones the first.
func argMax(x []float64) []float64 {
	best := 0
	for i, v := range x {
		if v > x[best] {
			best = i
		}
	}
	return []float64{float64(best)}
}`},
	{"least", nil, `// least returns the places of the k smallest numbers, of equal ones the first.
func least(x []float64, k int) []float64 {
	places := make([]int, len(x))
	for i := range places {
		places[i] = i
	}
	sort.SliceStable(places, func(a, b int) bool { return x[places[a]] < x[places[b]] })
	out := make([]float64, k)
	for i := range out {
		out[i] = float64(places[i])
	}
	return out
}`},
	{"take", nil, `// take returns the numbers at places that were found.
func take(x, places []float64) []float64 {
	out := make([]float64, len(places))
	for i, p := range places {
		out[i] = x[int(p)]
	}
	return out
}`},
	{"times", nil, `// times returns the product of a row and a matrix.
func times(x []float64, m [][]float64) []float64 {
	out := make([]float64, len(m[0]))
	for i, v := range x {
		for j, w := range m[i] {
			out[j] += float64(v * w)
		}
	}
	return out
}`},
	{"squares", nil, `// squares returns the squared distances of x to some points.
func squares(x []float64, points [][]float64) []float64 {
	out := make([]float64, len(points))
	for i, p := range points {
		for c, v := range x {
			out[i] += float64((v - p[c]) * (v - p[c]))
		}
	}
	return out
}`},
	{"ask", []string{"answer", "node"}, `// ask returns what the leaves say that a row comes to.
func ask(x []float64, trees ...[]node) []float64 {
	var out []float64
	for _, nodes := range trees {
		n := &nodes[0]
		for n.next != nil {
			at := n.answer(x)
			if at < 0 {
				at = n.unknown
			}
			n = &nodes[at]
		}
		out = append(out, n.says...)
	}
	return out
}`},
	{"spread", []string{"answer", "node"}, `// spread returns what leaves say of a row that goes down all branches where a node
// cannot tell, in shares.
func spread(x []float64, nodes []node) []float64 {
	var sums []float64
	var down func(at int, share float64)
	down = func(at int, share float64) {
		n := &nodes[at]
		if n.next == nil {
			for i, v := range n.says {
				if len(sums) == i {
					sums = append(sums, 0)
				}
				sums[i] += float64(share * v)
			}
			return
		}
		if to := n.answer(x); to >= 0 {
			down(to, share)
			return
		}
		var total float64
		for _, w := range n.weights {
			total += w
		}
		for i, to := range n.branches {
			down(to, float64(share*n.weights[i])/total)
		}
	}
	down(0, 1)
	return sums
}`},
	{"answer", []string{"node"}, `// answer returns the node that a row leads to, or -1 if the node cannot tell.
func (n *node) answer(x []float64) int {
	v := x[n.column]
	switch {
	case n.levels && v >= 0 && v < float64(len(n.next)):
		return n.next[int(v)]
	case n.levels || math.IsNaN(v):
		return -1
	case v <= n.bound:
		return n.next[0]
	}
	return n.next[1]
}`},
	{"node", nil, `// A node of a tree asks for a number, or is a leaf.
type node struct {
	column   int       // the number that it asks for
	bound    float64   // a number up to it leads to next[0], a larger one to next[1]
	levels   bool      // or a level leads to next of its number, -1 if the node does not know it
	next     []int     // nil in a leaf
	unknown  int       // the node for rows that lack the number
	branches []int     // or the nodes that they go to in shares
	weights  []float64 // by these
	says     []float64 // what a leaf says
}`},
	{"each", nil, `// each applies f to all numbers.
func each(x []float64, f func(float64) float64) []float64 {
	out := make([]float64, len(x))
	for i, v := range x {
		out[i] = f(v)
	}
	return out
}`},
	{"pairs", []string{"at"}, `// pairs applies f to numbers at the same place; a single one goes with all others.
func pairs(x, y []float64, f func(a, b float64) float64) []float64 {
	out := make([]float64, max(len(x), len(y)))
	for i := range out {
		out[i] = f(at(x, i), at(y, i))
	}
	return out
}`},
	{"at", nil, `func at(x []float64, i int) float64 {
	if len(x) == 1 {
		return x[0]
	}
	return x[i]
}`},
	{"truth", nil, `func truth(is bool) float64 {
	if is {
		return 1
	}
	return 0
}`},
}

// need adds a helper and all that it needs.
func need(have map[string]bool, name string) {
	if have[name] {
		return
	}
	for _, h := range helpers {
		if h.name == name {
			have[name] = true
			for _, further := range h.needs {
				need(have, further)
			}
			return
		}
	}
	panic("gosource: no helper " + name)
}
