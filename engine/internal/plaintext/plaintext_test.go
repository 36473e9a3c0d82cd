package plaintext

import (
	"bufio"
	"io"
	"strings"
	"testing"
	"testing/iotest"
)

// Characters are decoded alike wherever the parts that are read begin and end.
func TestDecodingInParts(t *testing.T) {
	for _, text := range []string{"é\r\n€\rx\r\r\n\U0001F600,y\r", "a\r", "\r\r\n"} {
		want := strings.ReplaceAll(strings.ReplaceAll(strings.ReplaceAll(text, "\r\n", "\x00"), "\r", "\n"), "\x00", "\r\n")
		for before := range 5000 {
			if before > 10 && before < 4080 || before > 4110 {
				continue
			}
			pad := strings.Repeat("a", before)
			for _, in := range []io.Reader{strings.NewReader(pad + text), iotest.OneByteReader(strings.NewReader(pad + text)), iotest.DataErrReader(strings.NewReader(pad + text))} {
				decoded, err := Decode(t.Context(), bufio.NewReader(in), "")
				if err != nil {
					t.Fatal(err)
				}
				if got, err := io.ReadAll(decoded); err != nil || string(got) != pad+want {
					t.Fatalf("%d characters before %q: got %q, %v", before, text, got[before:], err)
				}
			}
		}
	}
}
