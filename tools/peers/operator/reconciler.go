package main

import (
	"context"

	"capstan.invalid/tools/peers/notes"
	ctrl "sigs.k8s.io/controller-runtime"
	"sigs.k8s.io/controller-runtime/pkg/client"
)

type reconciler struct {
	client client.Client
	notes  *notes.Notes
}

func (r *reconciler) Reconcile(ctx context.Context, request ctrl.Request) (ctrl.Result, error) {
	item := &Item{}
	if err := r.client.Get(ctx, request.NamespacedName, item); err != nil {
		return ctrl.Result{}, client.IgnoreNotFound(err)
	}
	r.notes.Reconciled(request.String(), item.Spec.Sent)
	return ctrl.Result{}, nil
}
