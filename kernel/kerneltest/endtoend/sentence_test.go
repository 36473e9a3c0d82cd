package endtoend

import (
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"unfold/kernel/kerneltest/program"
	"unfold/kernel/notebook"
)

// sentence is the one of the language's brief, as cells that end in a digest
// of every bit of the embedding and of the predictions.
var sentence = []string{
	"alpha, beta, k, lambda := 0.5, 5.0, 7, 1e-3",
	"r := load | warp(alpha, beta) | isomap(k) | krr(lambda) | svm",
	`import ("crypto/sha256"; "fmt")`,
	`fmt.Printf("digest %x accuracy %v\n", sha256.Sum256([]byte(fmt.Sprintf("%x %v", r.Embedding().RawMatrix().Data, r.Report().Runs[0].Predicted))), r.Accuracy())`,
}

var digest = regexp.MustCompile(`digest [0-9a-f]{64} accuracy [0-9.]+`)

// TestTheSentenceIsTheSameEverywhere runs it on the command line, as a script,
// at the prompt and in Jupyter: the same bits must come out.
func TestTheSentenceIsTheSameEverywhere(t *testing.T) {
	program.NeedTime(t)
	ways := map[string]func(t *testing.T) string{
		"command line": func(t *testing.T) string {
			return program.Run(t, nil, program.Path(), "run", "-e", strings.Join(sentence, "\n"))
		},
		"one processor": func(t *testing.T) string {
			return program.Run(t, []string{"GOMAXPROCS=1"}, program.Path(), "run", "-e", strings.Join(sentence, "\n"))
		},
		"script": func(t *testing.T) string {
			script := filepath.Join(t.TempDir(), "sentence.uf")
			if err := os.WriteFile(script, []byte(strings.Join(sentence, "\n// %%\n")), 0o644); err != nil {
				t.Fatal(err)
			}
			return program.Run(t, nil, program.Path(), "run", script)
		},
		"prompt": func(t *testing.T) string {
			command := exec.CommandContext(t.Context(), program.Path(), "repl")
			command.Stdin = strings.NewReader(strings.Join(sentence, "\n") + "\n")
			command.Env = append(os.Environ(), "HOME="+t.TempDir(), "XDG_CACHE_HOME="+t.TempDir())
			out, err := command.CombinedOutput()
			if err != nil {
				t.Fatalf("%v\n%s", err, out)
			}
			return string(out)
		},
		"Jupyter": func(t *testing.T) string {
			jupyter, env := program.Jupyter(t, "nbconvert", "nbclient")
			file := filepath.Join(t.TempDir(), "sentence.ipynb")
			if err := notebook.FromCells(sentence...).WriteFile(file); err != nil {
				t.Fatal(err)
			}
			program.Run(t, env, jupyter, "nbconvert", "--to", "notebook", "--execute", "--inplace", "--ExecutePreprocessor.kernel_name=unfold", "--ExecutePreprocessor.timeout=300", file)
			text, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			return string(text)
		},
	}
	first := ""
	for name, way := range ways {
		t.Run(name, func(t *testing.T) {
			said := way(t)
			got := digest.FindString(said)
			if got == "" {
				t.Fatalf("no digest in\n%s", said)
			}
			if first == "" {
				first = got
			}
			if got != first {
				t.Errorf("%s\nelsewhere\n%s", got, first)
			}
		})
	}
}

// TestWaveformReachesItsAccuracy holds the program to the figure that a
// composition of numpy and scikit-learn reaches on the same rows, 0.82, less
// what one division of 1500 held rows may differ by.
func TestWaveformReachesItsAccuracy(t *testing.T) {
	program.NeedTime(t)
	out := program.Run(t, nil, program.Path(), "run", "-e", "import \"fmt\"\nfmt.Println(\"accuracy enough:\", (waveform(seed=1) | holdout(0.3) | scale | warp(0.5) | isomap(k=10, dim=2) | krr(1e-2) | svm).Accuracy() >= 0.80)")
	if !strings.Contains(out, "accuracy enough: true") {
		t.Error(out)
	}
}
