package interp

import (
	"regexp"
	"testing"
)

func TestStructuredLogs(t *testing.T) {
	s := newSession(t, Options{})
	got := say(s, "In[1]", `import ("log/slog"; "context")
slog.Info("one", "n", 1, "s", "two words")
slog.Debug("hidden")
slog.With("a", 1).WithGroup("g").Warn("two", "b", 2)
slog.ErrorContext(context.Background(), "three")`)
	want := `^! \S+ \S+ INFO one n=1 s="two words"\n! \S+ \S+ WARN two a=1 g.b=2\n! \S+ \S+ ERROR three\n$`
	if !regexp.MustCompile(want).MatchString(got) {
		t.Errorf("the logger says %q", got)
	}
}
