package gainratio

import "testing"

// TestLimits: the examples of Quinlan 1993, section 4.2, the fourth of which is
// 0.157 there, by a table; between 0 and 1 errors it is linear, and a leaf that is
// always wrong is thought to stay so.
func TestLimits(t *testing.T) {
	l := NewLimit(0.25)
	for _, c := range []struct{ n, e, want float64 }{
		{6, 0, 0.2062994740}, {9, 0, 0.1427560171}, {1, 0, 0.75}, {16, 1, 0.1547321645}, {14, 5, 0.4829371291},
		{16, 0.5, (0.0829959568 + 0.1547321645) / 2}, {3, 3, 1}, {3, 2.75, 1},
	} {
		near(t, "U", l.Errors(c.n, c.e)/c.n, c.want, 1e-9)
	}
	if l.Errors(0, 0) != 0 {
		t.Error("a leaf without rows is thought to err")
	}
}

// TestNormalQuantiles compares with scipy.stats.norm.ppf 1.10.1.
func TestNormalQuantiles(t *testing.T) {
	for _, c := range []struct{ p, want float64 }{
		{0.5, 0}, {0.75, 0.6744897501960817}, {0.9, 1.2815515655446004}, {0.925, 1.4395314709384563}, {0.975, 1.959963984540054},
		{0.001, -3.090232306167813}, {1e-9, -5.9978070150076865}, {1e-15, -7.941345326170998}, {1e-300, -37.0470962993612},
	} {
		near(t, "quantile", normalQuantile(c.p), c.want, 1e-13*max(1, -c.want))
	}
}
