package main

import (
	"context"
	"errors"
	"strconv"

	"capstan.invalid/tools/peers/notes"
	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	kerrors "k8s.io/apimachinery/pkg/util/errors"
	clusterv1 "sigs.k8s.io/cluster-api/api/core/v1beta2"
	"sigs.k8s.io/cluster-api/controllers/clustercache"
	"sigs.k8s.io/cluster-api/util/conditions"
	"sigs.k8s.io/cluster-api/util/patch"
	"sigs.k8s.io/cluster-api/util/paused"
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

// Reconcile begins and ends as those of Cluster API's controllers do: it writes Paused when it changes, and what else has changed at its end.
func (r *reconciler) Reconcile(ctx context.Context, request ctrl.Request) (_ ctrl.Result, reterr error) {
	cluster := &clusterv1.Cluster{}
	if err := r.client.Get(ctx, request.NamespacedName, cluster); err != nil {
		return ctrl.Result{}, client.IgnoreNotFound(err)
	}
	// A write of Paused causes the next reconcile.
	if isPaused, requeue, err := paused.EnsurePausedCondition(ctx, r.client, cluster, cluster); err != nil || isPaused || requeue {
		return ctrl.Result{}, err
	}
	helper, err := patch.NewHelper(cluster, r.client)
	if err != nil {
		return ctrl.Result{}, err
	}
	defer func() {
		owned := patch.WithOwnedConditions{Conditions: []string{clusterv1.PausedCondition, clusterv1.ReadyCondition}}
		if err := helper.Patch(ctx, cluster, owned); err != nil {
			reterr = kerrors.NewAggregate([]error{reterr, err})
		}
	}()
	conditions.Set(cluster, metav1.Condition{
		Type:               clusterv1.ReadyCondition,
		Status:             metav1.ConditionTrue,
		Reason:             clusterv1.ReadyReason,
		ObservedGeneration: cluster.Generation,
	})
	return ctrl.Result{}, r.readNode(ctx, request)
}

// readNode notes the Node that the cluster cache has.
func (r *reconciler) readNode(ctx context.Context, request ctrl.Request) error {
	err := r.clusters.Watch(ctx, request.NamespacedName, clustercache.NewWatcher(clustercache.WatcherOptions{
		Name:    "nodes",
		Watcher: r.controller,
		Kind:    &corev1.Node{},
		EventHandler: handler.EnqueueRequestsFromMapFunc(func(context.Context, client.Object) []ctrl.Request {
			return []ctrl.Request{request}
		}),
	}))
	if err != nil {
		return ignoreNotConnected(err)
	}
	reader, err := r.clusters.GetReader(ctx, request.NamespacedName)
	if err != nil {
		return ignoreNotConnected(err)
	}
	node := &corev1.Node{}
	if err := reader.Get(ctx, client.ObjectKey{Name: nodeName}, node); err != nil {
		return err
	}
	sent, err := strconv.ParseFloat(node.Annotations[sentAnnotation], 64)
	if err != nil {
		return err
	}
	r.notes.Reconciled(request.String(), sent)
	return nil
}

// ignoreNotConnected: the source of the cluster cache runs a reconcile when there is a connection.
func ignoreNotConnected(err error) error {
	if errors.Is(err, clustercache.ErrClusterNotConnected) {
		return nil
	}
	return err
}
