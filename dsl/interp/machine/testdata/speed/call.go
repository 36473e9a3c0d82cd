package main

import (
	"fmt"
	"time"
)

func next(n int) int { return n + 1 }

func work() int {
	n := 0
	for i := 0; i < 200000; i++ {
		n = next(n)
	}
	return n
}

func main() {
	begin := time.Now()
	result := work()
	fmt.Println(result, time.Since(begin).Nanoseconds())
}
