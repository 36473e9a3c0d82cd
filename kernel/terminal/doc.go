// Package terminal is the front end of scripts and of the prompt: it shows
// what cells say in a terminal, with the same text that a notebook keeps as
// text/plain.
package terminal
