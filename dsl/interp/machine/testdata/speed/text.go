package main

import (
	"fmt"
	"time"
)

func work() int {
	text := ""
	for i := 0; i < 20000; i++ {
		text += string(rune('a' + i%26))
	}
	vowels := 0
	for i := 0; i < len(text); i++ {
		switch text[i] {
		case 'a', 'e', 'i', 'o', 'u':
			vowels++
		}
	}
	return vowels
}

func main() {
	begin := time.Now()
	result := work()
	fmt.Println(result, time.Since(begin).Nanoseconds())
}
