package main

import (
	"fmt"
	"time"
)

func fib(n int) int {
	if n < 2 {
		return n
	}
	return fib(n-1) + fib(n-2)
}

func work() int { return fib(22) }

func main() {
	begin := time.Now()
	result := work()
	fmt.Println(result, time.Since(begin).Nanoseconds())
}
