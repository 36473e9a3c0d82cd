package engine

import "context"

// rounds tries the settings.
func (sw *sweep) rounds(ctx context.Context) error {
	var walks []*walk
	for _, c := range sw.contests {
		for i, f := range c.inner {
			walks = append(walks, &walk{sweep: sw, contest: c, inner: i, fold: f, whole: true, wanted: c.alive})
		}
	}
	if err := sw.try(ctx, walks); err != nil {
		return err
	}
	sw.remarkFailures()
	return nil
}
