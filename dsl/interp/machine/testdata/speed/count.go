package main

import (
	"fmt"
	"time"
)

func work() int {
	counts := map[int]int{}
	for i := 0; i < 200000; i++ {
		counts[i*7919%1009]++
	}
	return counts[17]
}

func main() {
	begin := time.Now()
	result := work()
	fmt.Println(result, time.Since(begin).Nanoseconds())
}
