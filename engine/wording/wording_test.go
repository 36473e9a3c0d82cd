package wording

import "testing"

func TestNumbersAreWritten(t *testing.T) {
	for want, got := range map[string]string{
		"0": Number(0), "999": Number(999), "1,920": Number(1920), "-1,000": Number(-1000), "-100": Number(-100), "12,345,678": Number(12345678),
		"1 row": Count(1, "row"), "0 rows": Count(0, "row"), "1,920 rows": Count(1920, "row"),
		"": List(nil), "a, b, c, d": List([]string{"a", "b", "c", "d"}), "a, b, c, d, ...": List([]string{"a", "b", "c", "d", "e"}),
		"-1 to 2.25": Span([]float64{0, 2.25}, []float64{-1}), "7 bytes": Bytes(7), "999 bytes": Bytes(999), "1.5 kB": Bytes(1500), "200 MB": Bytes(200e6), "8 TB": Bytes(8e12), "1 kB": Bytes(1000), "812 kB": Bytes(812_345), "1 MB": Bytes(999_600), "1.5 GB": Bytes(1_500_000_000), "18.4 EB": Bytes(1<<64 - 1),
	} {
		if got != want {
			t.Errorf("it is written %q, want %q", got, want)
		}
	}
}
