package zmtp

import (
	"strings"
	"testing"
)

// The two pairs of keys that the manual of libzmq's zmq_curve prints.
var printed = [][2]string{
	{"Yne@$w-vo<fVvi]a<NY6T1ed:M$fCG*[IaLV{hID", "D:)Q[IlAW!ahhC2ac:9*A}h:p?([4%wOTJ%JR%cs"},
	{"rq:rM>}U?@Lns47E1%kR.o@n%FcmmsL/@{H8]yf7", "JTKVSB%%)wK0E.X)V>+}o?pNmC{O&4W4b!Ni{Lh6"},
}

func TestKeys(t *testing.T) {
	for _, pair := range printed {
		k, err := ParseKeys(pair[0], pair[1])
		if err != nil || k.Public.String() != pair[0] || k.Secret.String() != pair[1] {
			t.Errorf("%q: %v", pair, err)
		}
	}
	own := NewKeys()
	if again, err := ParseKeys(own.Public.String(), own.Secret.String()); err != nil || again != own {
		t.Errorf("own keys: %v", err)
	}
	for name, pair := range map[string][2]string{
		"not that of the secret key": {printed[0][0], printed[1][1]},
		"has 39":                     {printed[0][0][:39], printed[0][1]},
		"has 0":                      {printed[0][0], ""},
		"character 3 ":               {"Yn~" + printed[0][0][3:], printed[0][1]},
		"32 bits":                    {strings.Repeat("#", keyText), printed[0][1]},
	} {
		_, err := ParseKeys(pair[0], pair[1])
		if err == nil || !strings.Contains(err.Error(), name) {
			t.Errorf("want %q, got %v", name, err)
		}
		if err != nil && strings.Contains(err.Error(), printed[0][1]) {
			t.Errorf("the secret key is told: %v", err)
		}
	}
}
