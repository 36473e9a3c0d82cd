package kernel_test

import (
	"strings"
	"testing"

	"unfold/kernel"
	"unfold/kernel/kerneltest"
	"unfold/kernel/wire"
)

// start returns a client of a kernel of the toy language.
func start(t *testing.T) *kerneltest.Client {
	t.Helper()
	return kerneltest.Connect(t, startAt(t))
}

func startAt(t *testing.T) wire.Connection {
	t.Helper()
	info := kernel.Info{Name: "toy", Version: "1", Banner: "toy", Language: kernel.GoLanguage()}
	at, _ := kerneltest.Start(t, kerneltest.NewToy(), kerneltest.Plain{}, info)
	return at
}

// lines joins the lines of an expected transcript.
func lines(l ...string) string { return strings.Join(l, "\n") }

func TestTranscripts(t *testing.T) {
	for _, test := range []struct {
		name, code, want string
	}{
		{"value", "echo 3", lines(
			"status busy", `execute_input 1 "echo 3"`, `execute_result 1 "3"`, "status idle", "execute_reply ok 1")},
		{"nothing", "clear wait", lines(
			"status busy", `execute_input 1 "clear wait"`, "clear_output wait=true", "status idle", "execute_reply ok 1")},
		{"text before a display is sent first", "print a\nprint b\ndisplay - c\nwarn d\necho e", lines(
			"status busy", `execute_input 1 "print a\nprint b\ndisplay - c\nwarn d\necho e"`,
			`stdout "a\nb\n"`, `display_data "c"`, `stderr "d\n"`, `execute_result 1 "e"`, "status idle", "execute_reply ok 1")},
		{"a display is updated", "display x 1\ndisplay x 2", lines(
			"status busy", `execute_input 1 "display x 1\ndisplay x 2"`,
			`display_data "1"`, `update_display_data "2"`, "status idle", "execute_reply ok 1")},
		{"a cleared display is shown afresh", "display x 1\nclear\ndisplay x 2", lines(
			"status busy", `execute_input 1 "display x 1\nclear\ndisplay x 2"`,
			`display_data "1"`, "clear_output wait=false", `display_data "2"`, "status idle", "execute_reply ok 1")},
		{"failure", "print a\nfail of it", lines(
			"status busy", `execute_input 1 "print a\nfail of it"`, `stdout "a\n"`, "error ToyFailure: of it",
			"status idle", "execute_reply error 1 ToyFailure: of it")},
		{"ordinary error", "plainly wrong", lines(
			"status busy", `execute_input 1 "plainly wrong"`, "error Error: wrong",
			"status idle", "execute_reply error 1 Error: wrong")},
		{"panic", "panic help", lines(
			"status busy", `execute_input 1 "panic help"`, "error Panic: panic: help",
			"status idle", "execute_reply error 1 Panic: panic: help")},
		{"not a number", "nan", lines(
			"status busy", `execute_input 1 "nan"`, `execute_result 1 "NaN"`, "status idle", "execute_reply ok 1")},
		{"blank", " \n", lines(
			"status busy", `execute_input 0 " \n"`, "status idle", "execute_reply ok 0")},
	} {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			if got := start(t).Run(test.code).String(); got != test.want {
				t.Errorf("got\n%s\nwant\n%s", got, test.want)
			}
		})
	}
}
