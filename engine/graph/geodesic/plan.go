package geodesic

import (
	"context"
	"fmt"
	"math"
	"runtime"

	"unfold/engine"
	"unfold/engine/internal/memory"
	"unfold/engine/internal/simd"
	"unfold/engine/internal/triangle"
	"unfold/engine/remedy"
	"unfold/engine/wording"
)

// preciseRows is up to how many rows float64 costs nothing that anybody feels:
// all pairs of 2000 rows take some 0.03 s of a processor in it, twice that of
// float32, and 16 MB. Above, float32 halves both, and moves what is made of the geodesics by a
// disparity far below 1e-5.
const preciseRows = 2000

// IsPrecise reports whether geodesics of n rows are kept in float64 where nobody
// says otherwise.
func IsPrecise(n int) bool { return n <= preciseRows }

// usualLandmarks is how many there are if memory has room for them: the error of
// paths over landmarks falls like 1/√L on a surface, while time and memory grow
// like L.
const usualLandmarks = 1000

// leastLandmarks is below how many landmarks say too little of the whole.
const leastLandmarks = 50

// A Plan is what geodesics are found and in what numbers, so that they fit into
// memory.
type Plan struct {
	N         int
	Landmarks int    // geodesics from so many rows; zero for those between all
	Double    bool   // float64 rather than float32
	Bytes     uint64 // that the geodesics take
	room      memory.Room
}

// Choose plans the geodesics of n rows for the memory that is there, before any
// is taken: between all rows in float64 if they are few, between all in float32 if
// those fit, else from as many landmarks as fit, up to a thousand. A number of
// landmarks above zero is a wish for those, one above n for n. It fails if not even few
// landmarks fit.
func Choose(ctx context.Context, n, landmarks int) (Plan, error) {
	return choose(n, landmarks, memory.Free(ctx))
}

func choose(n, landmarks int, room memory.Room) (Plan, error) {
	p := Plan{N: n, Double: IsPrecise(n), room: room}
	if landmarks <= 0 {
		if p.Bytes = triangle.Bytes(n, p.Double); p.fits(p.Bytes) {
			return p, nil
		}
		p.Double = false
		if p.Bytes = triangle.Bytes(n, false); p.fits(p.Bytes) {
			return p, nil
		}
	}
	p.Double = IsPrecise(n)
	each := p.bytesPerLandmark()
	if p.Landmarks = min(n, landmarks); landmarks <= 0 {
		p.Landmarks = min(n, usualLandmarks, int(min(p.availableBytes()/max(1, each+betweenBytes(usualLandmarks)/usualLandmarks), math.MaxInt32)))
	}
	p.Bytes = each * uint64(p.Landmarks)
	if !p.fits(p.Bytes) || !p.fits(p.Bytes+betweenBytes(p.Landmarks)) || p.Landmarks < min(n, leastLandmarks) && landmarks <= 0 {
		least := max(p.Landmarks, min(n, leastLandmarks))
		return p, &engine.Error{
			Cause:  fmt.Sprintf("geodesics of %d rows from %d landmarks would take %s of memory, but %s is free", n, least, wording.Bytes(each*uint64(least)+betweenBytes(least)+p.overheadBytes()), wording.Bytes(room.Free)),
			Remedy: remedy.FewerRows().Or(remedy.Say("set a larger budget by %s", memory.Variable)),
		}
	}
	return p, nil
}

// bytesPerLandmark is what the geodesics from one landmark take.
func (p Plan) bytesPerLandmark() uint64 {
	if p.Double {
		return 8 * uint64(p.N)
	}
	return 4 * uint64(p.N)
}

// betweenBytes is what the geodesics between landmarks take once more, while they are
// scaled.
func betweenBytes(landmarks int) uint64 { return triangle.Bytes(landmarks, true) }

// overheadBytes is what a graph of some dozen edges a row takes, its network and the
// searches that run at once.
func (p Plan) overheadBytes() uint64 {
	const graph, network = 12 * (12 + 12), 16 + 12*12
	search := uint64(4*simd.SingleLanes + 5)
	return uint64(p.N) * (graph + network + search*uint64(runtime.GOMAXPROCS(0)))
}

// availableBytes is what memory the geodesics can have.
func (p Plan) availableBytes() uint64 {
	if !p.room.Known {
		return math.MaxUint64
	}
	return p.room.Free - min(p.room.Free, p.overheadBytes())
}

func (p Plan) fits(bytes uint64) bool { return bytes <= p.availableBytes() }

// String is the sentence for the notes: what was chosen, and what the others
// would have taken.
func (p Plan) String() string {
	kind := map[bool]string{false: "float32", true: "float64"}
	others := fmt.Sprintf("between all rows they would take %s in float32, %s in float64",
		wording.Bytes(triangle.Bytes(p.N, false)), wording.Bytes(triangle.Bytes(p.N, true)))
	what := fmt.Sprintf("geodesics between all %d rows in %s take %s", p.N, kind[p.Double], wording.Bytes(p.Bytes))
	if p.Landmarks > 0 {
		what = fmt.Sprintf("geodesics of %d rows from %d landmarks in %s take %s", p.N, p.Landmarks, kind[p.Double], wording.Bytes(p.Bytes))
	} else {
		other := Plan{N: p.N, Double: p.Double}
		others = fmt.Sprintf("in %s they would take %s, from %d landmarks %s", kind[!p.Double], wording.Bytes(triangle.Bytes(p.N, !p.Double)),
			min(p.N, usualLandmarks), wording.Bytes(other.bytesPerLandmark()*uint64(min(p.N, usualLandmarks))))
	}
	if p.room.Known {
		others += fmt.Sprintf("; %s is free", wording.Bytes(p.room.Free))
	}
	return what + "; " + others
}
