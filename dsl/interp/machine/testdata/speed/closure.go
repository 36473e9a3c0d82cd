package main

import (
	"fmt"
	"time"
)

func work() int {
	n := 0
	add := func(by int) { n += by }
	for i := 0; i < 200000; i++ {
		add(i)
	}
	return n
}

func main() {
	begin := time.Now()
	result := work()
	fmt.Println(result, time.Since(begin).Nanoseconds())
}
