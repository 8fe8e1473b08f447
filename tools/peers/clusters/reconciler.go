package main

import (
	"context"
	"errors"
	"strconv"

	"capstan.invalid/tools/peers/notes"
	corev1 "k8s.io/api/core/v1"
	clusterv1 "sigs.k8s.io/cluster-api/api/core/v1beta2"
	"sigs.k8s.io/cluster-api/controllers/clustercache"
	ctrl "sigs.k8s.io/controller-runtime"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/controller"
	"sigs.k8s.io/controller-runtime/pkg/handler"
)

const (
	nodeName       = "bench"
	sentAnnotation = "bench.example.com/sent"
)

type reconciler struct {
	client     client.Client
	clusters   clustercache.ClusterCache
	controller controller.Controller
	notes      *notes.Notes
}

func sameCluster(_ context.Context, cluster client.Object) []ctrl.Request {
	return []ctrl.Request{{NamespacedName: client.ObjectKeyFromObject(cluster)}}
}

func (r *reconciler) Reconcile(ctx context.Context, request ctrl.Request) (ctrl.Result, error) {
	if err := r.client.Get(ctx, request.NamespacedName, &clusterv1.Cluster{}); err != nil {
		return ctrl.Result{}, client.IgnoreNotFound(err)
	}
	err := r.clusters.Watch(ctx, request.NamespacedName, clustercache.NewWatcher(clustercache.WatcherOptions{
		Name:    "nodes",
		Watcher: r.controller,
		Kind:    &corev1.Node{},
		EventHandler: handler.EnqueueRequestsFromMapFunc(func(context.Context, client.Object) []ctrl.Request {
			return []ctrl.Request{request}
		}),
	}))
	if err != nil {
		return ctrl.Result{}, ignoreNotConnected(err)
	}
	reader, err := r.clusters.GetReader(ctx, request.NamespacedName)
	if err != nil {
		return ctrl.Result{}, ignoreNotConnected(err)
	}
	node := &corev1.Node{}
	if err := reader.Get(ctx, client.ObjectKey{Name: nodeName}, node); err != nil {
		return ctrl.Result{}, err
	}
	sent, err := strconv.ParseFloat(node.Annotations[sentAnnotation], 64)
	if err != nil {
		return ctrl.Result{}, err
	}
	r.notes.Reconciled(request.String(), sent)
	return ctrl.Result{}, nil
}

// ignoreNotConnected: the source of the cluster cache runs a reconcile when there is a connection.
func ignoreNotConnected(err error) error {
	if errors.Is(err, clustercache.ErrClusterNotConnected) {
		return nil
	}
	return err
}
