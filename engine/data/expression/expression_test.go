package expression

import (
	"errors"
	"fmt"
	"math"
	"strings"
	"testing"

	"unfold/engine"
)

var (
	nan     = math.NaN()
	columns = []engine.Column{
		{Name: "weight"}, {Name: "height"}, {Name: "sex", Levels: []string{"f", "m"}}, {Name: "partner", Levels: []string{"m", "x", "f"}},
		{Name: "list price", Written: "$"}, {Name: "cost", Written: ",€"}, {Name: "grade", Levels: []string{"1", "2.5"}}, {Name: "Sepal.Length"},
	}
	row = []float64{70, 2, 1, 2, 8, 4, 1, nan}
)

// value is what an expression is of the row above.
func value(t *testing.T, text string) float64 {
	t.Helper()
	e, err := Parse("columns", text)
	if err != nil {
		t.Fatalf("%s: %v", text, err)
	}
	f, err := e.Bind(columns)
	if err != nil {
		t.Fatalf("%s: %v", text, err)
	}
	return f.Of(row)
}

func TestValues(t *testing.T) {
	for text, want := range map[string]float64{
		"weight / height^2": 17.5, "2 + 3*4": 14, "(2+3)*4": 20, "2^3^2": 512, "-height^2": -4, "2^-1": 0.5, "10 - 4 - 3": 3, "8/4/2": 1,
		"2**3": 8, "1.5e2": 150, ".5": 0.5, "--2": 2, "[list price] * 2": 16, "`list price`": 8, "sqrt(weight + 30)": 10,
		"log(exp(1))": 1, "log10(1000)": 3, "log2(8)": 3, "abs(-3)": 3, "round(2.5) + floor(-1.5) + ceil(1.2)": 3,
		"min(3, height, 7)": 2, "max(3, height)": 3, "tanh(0) + sin(0) + cos(0)": 1,
		"weight > 30": 1, "weight > 30 and height < 1": 0, "weight > 30 or height < 1": 1, "not weight > 30": 0, "!(weight ≤ 70)": 0,
		"weight >= 70 && height <= 2": 1, "weight <> 70": 0, "weight = 70": 1,
		"sex == 'm'": 1, `sex != "m"`: 0, "'f' == sex": 0, "sex == partner": 0, "sex != partner": 1, "grade == 2.5": 1, "grade == 1.0": 0,
		"(weight > 30) + (height > 30)": 1, "if(weight > 30, weight, 0)": 70, "if(height > 30, weight, -1)": -1,
		"missing(Sepal.Length)": 1, "missing(weight)": 0, "missing(1/0)": 1,
		"Sepal.Length + 1": nan, "Sepal.Length > 0": nan, "Sepal.Length > 0 and weight < 0": 0, "Sepal.Length > 0 or weight > 0": 1,
		"Sepal.Length > 0 and weight > 0": nan, "Sepal.Length > 0 or weight < 0": nan, "not Sepal.Length > 0": nan, "if(Sepal.Length > 0, 1, 2)": nan,
		"min(Sepal.Length, 1)": nan, "0 * Sepal.Length": nan, "1/0": nan, "1/(1/0)": nan, "0/0": nan, "log(0)": nan, "sqrt(-1)": nan, "exp(1000)": nan,
		"1e300 * 1e300": nan, "0^-1": nan, "(-8)^(1/3)": nan,
	} {
		if got := value(t, text); got != want && !(math.IsNaN(got) && math.IsNaN(want)) {
			t.Errorf("%s is %v, want %v", text, got, want)
		}
	}
}

// A level that no row had where it was learned from is unlike all others.
func TestUnseenLevels(t *testing.T) {
	defer func(were []float64) { row = were }(row)
	row = []float64{70, 2, engine.Unseen, engine.Unseen, 8, 4, 1, nan}
	for text, want := range map[string]float64{"sex == 'm'": 0, "sex != 'm'": 1, "sex == partner": 0, "sex != partner": 1} {
		if got := value(t, text); got != want {
			t.Errorf("%s is %v, want %v", text, got, want)
		}
	}
}

// Why a row has no value is told by the first part that has none.
func TestWhy(t *testing.T) {
	for text, want := range map[string]string{
		"weight / (height - 2)": "division by 0", "1 + log(height - 2)": "logarithm of 0 or less", "sqrt(-weight) * 2": "root of a negative number",
		"exp(weight)^weight": "power that is no finite number", "exp(weight^2)": "exponential beyond all numbers", "if(1/(height-2) > 0, 1, 2)": "division by 0",
	} {
		e, err := Parse("columns", text)
		if err != nil {
			t.Fatal(err)
		}
		f, err := e.Bind(columns)
		if err != nil {
			t.Fatal(err)
		}
		if v := f.Of(row); !math.IsNaN(v) || f.Missing(row) || f.Why(row) != want {
			t.Errorf("%s is %v: %q, want %q", text, v, f.Why(row), want)
		}
	}
}

func TestUnits(t *testing.T) {
	for text, want := range map[string]string{
		"[list price] + cost": "$ and €", "[list price] > cost": "$ and €", "[list price] - [list price]": "", "[list price] / cost": "", "[list price] + 1": "",
		"([list price] + 1) - cost": "$ and €", "if(weight > 0, cost, [list price])": "€ and $",
	} {
		e, err := Parse("columns", text)
		if err != nil {
			t.Fatal(err)
		}
		if f, err := e.Bind(columns); err != nil || f.Mixed != want {
			t.Errorf("%s joins %q, want %q: %v", text, f.Mixed, want, err)
		}
	}
}

func TestRefusals(t *testing.T) {
	for text, want := range map[string]string{
		"":                             "there is nothing to compute; write columns and operators, like weight / height^2",
		"weight /":                     `"weight /" ends where a column or a number should follow`,
		"weight height":                `"height" stands in "weight height" where an operator should; a name of several words stands in brackets`,
		"list price":                   "stands in brackets, like [list price]",
		"(weight":                      `ends where ) should follow`,
		"weight)":                      `")" stands in "weight)" where an operator should`,
		"weight # 2":                   `'#' has no meaning`,
		"'f":                           "is never closed by '",
		"[list":                        "is never closed by ]",
		"wieght + 1":                   `no column "wieght"; did you mean weight, height?`,
		"sex == f":                     `no column "f"; write 'f' in quotes if it is the level of sex`,
		"sex == 'w'":                   `no row has "w" in column sex; its levels are "f", "m"`,
		"sex < 'm'":                    "the levels of sex have no order, so < says nothing of them; compare by == or !=",
		"sex + 1":                      `column sex is categorical, of which + makes nothing; compare it with one of its levels, "f", "m"`,
		"if(weight > 3, 'big', 1)":     "if gives a word on one side and a number on the other",
		"'f'":                          `is a text, not a number`,
		"weight == '70'":               `weight is a number, and "70" a text; write the number without quotes`,
		"1 + weight == 'heavy'":        `a number is compared with the text "heavy"; compare it with a number`,
		"'a' == 'b'":                   `"a" and "b" are two texts`,
		"sex == weight":                "column sex is categorical, and compared with numbers",
		"0 < weight < 1":               `compares more than two values; join comparisons by "and"`,
		"weight and height":            `"and" joins conditions, and not numbers; compare each side with something: x > 0`,
		"lg(weight)":                   `there is no function "lg"; did you mean log?`,
		"log(weight, 2)":               "log takes 1 value, not 2; write log(x)",
		"max(weight)":                  "max takes 2 to 16 values, not 1",
		"missing('f')":                 `"f" is a text, which is never missing`,
		"if(weight, 1, 2)":             "the first argument of if is no condition; write if(x > 0, x, 0)",
		"1e999":                        `"1e999" is no number`,
		strings.Repeat("(", 200) + "1": "more than 100 parts stand inside one another",
		strings.Repeat("1+", 2000):     "the expression has more than 2000 words",
	} {
		e, err := Parse("condition", text)
		if err == nil {
			_, err = e.Bind(columns)
		}
		var fault *engine.Error
		if !errors.As(err, &fault) || fault.Remedy == nil || fault.Param != "condition" {
			t.Errorf("%.30s: %v is no error with a remedy and a parameter", text, err)
			continue
		}
		if said := fmt.Sprintf("%s; %s", fault.Cause, fault.Remedy); !strings.Contains(said, want) {
			t.Errorf("%.30s: %q, want %q", text, said, want)
		}
	}
}

func TestNames(t *testing.T) {
	all, err := ParseNamed("columns", "bmi = weight / height^2; tall = height > 1.8;; weight * 2 ;[my name] = a = b;")
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, e := range all {
		got = append(got, fmt.Sprintf("%s: %s %q", e.Name, e.Text, e.Names()))
	}
	want := `bmi: weight / height^2 ["weight" "height"] | tall: height > 1.8 ["height"] | weight * 2: weight * 2 ["weight"] | my name: a = b ["a" "b"]`
	if said := strings.Join(got, " | "); said != want {
		t.Errorf("got  %s\nwant %s", said, want)
	}
	for text, want := range map[string]string{"a = 1; a = 2": `two columns are called "a"`, "a = 1 b = 2": "an operator, or a semicolon and the next column", "a =": "ends where"} {
		if _, err := ParseNamed("columns", text); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %q", text, err, want)
		}
	}
}

// Whatever is written is refused with a remedy or has a value, and a finite one or
// none.
func FuzzExpression(f *testing.F) {
	for _, text := range []string{"weight / height^2", "a = b; [c d] = not e == 'f' and g >= 1e3", "if(missing(weight), min(1,2), -x**2)", "sex != `grade` or 'f' <> sex", "((((", "1/(1/0)", "not not", "log(", "'", "≤≥≠·−"} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		all, err := ParseNamed("columns", text)
		for _, e := range all {
			var formula *Formula
			if formula, err = e.Bind(columns); err != nil {
				break
			}
			if v := formula.Of(row); math.IsInf(v, 0) || e.Condition() && v == v && v != 0 && v != 1 {
				t.Errorf("%q is %v", e.Text, v)
			}
			formula.Why(row)
			again, err := Parse("columns", e.Text)
			if err != nil {
				t.Fatalf("%q of %q cannot be read: %v", e.Text, text, err)
			}
			twin, err := again.Bind(columns)
			if err != nil {
				t.Fatal(err)
			}
			if v, w := formula.Of(row), twin.Of(row); v != w && (v == v || w == w) {
				t.Errorf("%q is %v and then %v", e.Text, v, w)
			}
		}
		var fault *engine.Error
		if err != nil && (!errors.As(err, &fault) || fault.Remedy == nil) {
			t.Errorf("%q: %v has no remedy", text, err)
		}
	})
}

// TestWordsOfIf: a choice of words is a categorical column, and so is that of such columns.
func TestWordsOfIf(t *testing.T) {
	for text, want := range map[string]string{
		"if(weight > 30, 'big', 'small')":                         "big of big, small",
		"if(weight > 80, 'big', if(weight > 60, 'mid', 'small'))": "mid of big, mid, small",
		"if(weight > 30, sex, 'none')":                            "m of f, m, none",
		"if(height > 30, sex, partner)":                           "f of f, m, x",
		"sex":                                                     "m of f, m",
		"if(missing(weight), 'no', 'yes') == 'yes'":               "1",
	} {
		e, err := Parse("columns", text)
		if err != nil {
			t.Fatal(err)
		}
		f, err := e.Bind(columns)
		if err != nil {
			t.Errorf("%s: %v", text, err)
			continue
		}
		got := fmt.Sprint(f.Of(row))
		if f.Levels != nil {
			got = f.Levels[int(f.Of(row))] + " of " + strings.Join(f.Levels, ", ")
		}
		if got != want {
			t.Errorf("%s is %s, want %s", text, got, want)
		}
	}
}

// TestDatesInExpressions have parts, and compare with texts.
func TestDatesInExpressions(t *testing.T) {
	dated := []engine.Column{{Name: "sold", Written: "date"}, {Name: "seen", Written: "date, day first"}, {Name: "at", Written: "time of day"}, {Name: "x"}}
	cells := []float64{17978.75, 17979, 0.25, 1} // 2019-03-23 18:00, a Saturday
	for text, want := range map[string]float64{
		"year(sold)": 2019, "month(sold)": 3, "day(sold)": 23, "weekday(sold)": 6, "hour(sold)": 18, "minute(sold)": 0, "hour(at)": 6,
		"sold > '2019-03-23'": 1, "sold < '23 Mar 2019 17:00'": 0, "seen == '24/03/2019'": 1, "at < '07:00'": 1, "seen - sold": 0.25,
	} {
		e, err := Parse("columns", text)
		if err != nil {
			t.Fatal(err)
		}
		if f, err := e.Bind(dated); err != nil || f.Of(cells) != want {
			t.Errorf("%s: %v, want %v: %v", text, f, want, err)
		}
	}
	for text, want := range map[string]string{
		"sold > '3/4/2019'": `sold has dates, and "3/4/2019" is none that has one meaning; write it as '2019-03-01 20:15'`,
		"sold > '10-11-12'": `"10-11-12" is none that has one meaning`,
		"at > 'noon'":       `write it as '20:15'`,
		"year(x)":           `year takes a column of dates, and "x" is none`,
		"month(at)":         "month takes a column of dates",
	} {
		e, err := Parse("columns", text)
		if err == nil {
			_, err = e.Bind(dated)
		}
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %q", text, err, want)
		}
	}
}
