package main

import (
	"context"
	"encoding/json"
	"os"
	"sync"
	"time"

	ctrl "sigs.k8s.io/controller-runtime"
	"sigs.k8s.io/controller-runtime/pkg/client"
)

type reconciler struct {
	client client.Client
	notes  *notes
}

func (r *reconciler) Reconcile(ctx context.Context, request ctrl.Request) (ctrl.Result, error) {
	item := &Item{}
	if err := r.client.Get(ctx, request.NamespacedName, item); err != nil {
		return ctrl.Result{}, client.IgnoreNotFound(err)
	}
	r.notes.reconciled(request.String(), item.Spec.Sent)
	return ctrl.Result{}, nil
}

// notes are what the reconciles measured.
type notes struct {
	lock      sync.Mutex
	expect    int
	report    string
	seen      map[string]float64
	latencies []float64
}

func newNotes(expect int, report string) *notes {
	return &notes{expect: expect, report: report, seen: map[string]float64{}}
}

func (n *notes) reconciled(key string, sent float64) {
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

func (n *notes) write() error {
	n.lock.Lock()
	defer n.lock.Unlock()
	content, err := json.Marshal(n.latencies)
	if err != nil {
		return err
	}
	return os.WriteFile(n.report, content, 0o600)
}
