package main

import (
	"fmt"
	"time"
)

type point struct{ x, y int }

func (p point) sum() int { return p.x + p.y }

func work() int {
	p, total := point{3, 4}, 0
	for i := 0; i < 200000; i++ {
		total += p.sum()
	}
	return total
}

func main() {
	begin := time.Now()
	result := work()
	fmt.Println(result, time.Since(begin).Nanoseconds())
}
