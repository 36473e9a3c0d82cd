package main

import (
	"fmt"
	"time"
)

func work() int {
	sum := 0
	for i := 0; i < 2000000; i++ {
		sum += i
	}
	return sum
}

func main() {
	begin := time.Now()
	result := work()
	fmt.Println(result, time.Since(begin).Nanoseconds())
}
