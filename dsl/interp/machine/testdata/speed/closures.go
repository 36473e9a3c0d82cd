package main

import (
	"fmt"
	"time"
)

func work() int {
	total := 0
	for i := 0; i < 100000; i++ {
		add := func(by int) int { return i + by }
		total += add(1)
	}
	return total
}

func main() {
	begin := time.Now()
	result := work()
	fmt.Println(result, time.Since(begin).Nanoseconds())
}
