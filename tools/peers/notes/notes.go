// Package notes keeps what the reconciles of a peer measured.
package notes

import (
	"encoding/json"
	"os"
	"sync"
	"time"
)

// Notes are what the reconciles measured.
type Notes struct {
	lock      sync.Mutex
	expect    int
	report    string
	seen      map[string]float64
	latencies []float64
}

// New makes notes that write the file REPORT.all when so many keys were reconciled.
func New(expect int, report string) *Notes {
	return &Notes{expect: expect, report: report, seen: map[string]float64{}}
}

// Reconciled notes when a reconcile saw a state, by the time at which it was written.
func (n *Notes) Reconciled(key string, sent float64) {
	n.lock.Lock()
	defer n.lock.Unlock()
	now := float64(time.Now().UnixNano()) / 1e6
	before, known := n.seen[key]
	n.seen[key] = sent
	if !known && len(n.seen) == n.expect {
		_ = os.WriteFile(n.report+".all", nil, 0o600)
	}
	if known && sent != before {
		n.latencies = append(n.latencies, now-sent)
	}
}

// Write writes the report.
func (n *Notes) Write() error {
	n.lock.Lock()
	defer n.lock.Unlock()
	content, err := json.Marshal(n.latencies)
	if err != nil {
		return err
	}
	return os.WriteFile(n.report, content, 0o600)
}
