// Package controller has the controllers of the provider for the HTTP cloud.
package controller

import (
	"context"

	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	kerrors "k8s.io/apimachinery/pkg/util/errors"
	"k8s.io/utils/ptr"
	clusterv1 "sigs.k8s.io/cluster-api/api/core/v1beta2"
	"sigs.k8s.io/cluster-api/util"
	"sigs.k8s.io/cluster-api/util/conditions"
	"sigs.k8s.io/cluster-api/util/finalizers"
	"sigs.k8s.io/cluster-api/util/patch"
	"sigs.k8s.io/cluster-api/util/paused"
	"sigs.k8s.io/cluster-api/util/predicates"
	ctrl "sigs.k8s.io/controller-runtime"
	"sigs.k8s.io/controller-runtime/pkg/builder"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/controller"
	"sigs.k8s.io/controller-runtime/pkg/controller/controllerutil"
	"sigs.k8s.io/controller-runtime/pkg/handler"

	infrav1 "capstan.invalid/tools/peers/provider-http/api/v1beta1"
	"capstan.invalid/tools/peers/provider-http/internal/cloud"
	"capstan.invalid/tools/peers/provider-http/internal/once"
)

const (
	identityIndex = "spec.identity"
	secretIndex   = "spec.secretRef"

	apiServerPort = 6443
)

// +kubebuilder:rbac:groups=infrastructure.cluster.x-k8s.io,resources=httpclusters,verbs=get;list;watch;patch
// +kubebuilder:rbac:groups=infrastructure.cluster.x-k8s.io,resources=httpclusters/status,verbs=patch
// +kubebuilder:rbac:groups=cluster.x-k8s.io,resources=clusters,verbs=get;list;watch

// HttpClusterReconciler reconciles HttpClusters: each has one network.
type HttpClusterReconciler struct {
	client.Client
	Cloud            *cloud.Client
	WatchFilterValue string
}

// SetupWithManager adds the controller and its indexes to a manager.
func (r *HttpClusterReconciler) SetupWithManager(ctx context.Context, mgr ctrl.Manager, options controller.Options) error {
	if err := mgr.GetFieldIndexer().IndexField(ctx, &infrav1.HttpCluster{}, identityIndex, func(obj client.Object) []string {
		return []string{obj.(*infrav1.HttpCluster).Spec.Identity}
	}); err != nil {
		return err
	}
	if err := mgr.GetFieldIndexer().IndexField(ctx, &infrav1.HttpIdentity{}, secretIndex, func(obj client.Object) []string {
		ref := obj.(*infrav1.HttpIdentity).Spec.SecretRef
		return []string{client.ObjectKey{Namespace: ref.Namespace, Name: ref.Name}.String()}
	}); err != nil {
		return err
	}
	log := ctrl.LoggerFrom(ctx).WithValues("controller", "httpcluster")
	gvk := infrav1.GroupVersion.WithKind("HttpCluster")
	return ctrl.NewControllerManagedBy(mgr).
		For(&infrav1.HttpCluster{}, builder.WithPredicates(predicates.ResourceHasFilterLabel(mgr.GetScheme(), log, r.WatchFilterValue))).
		WithOptions(options).
		Watches(
			&clusterv1.Cluster{},
			handler.EnqueueRequestsFromMapFunc(util.ClusterToInfrastructureMapFunc(ctx, gvk, mgr.GetClient(), &infrav1.HttpCluster{})),
			builder.WithPredicates(predicates.ClusterPausedTransitions(mgr.GetScheme(), log)),
		).
		Watches(&infrav1.HttpIdentity{}, handler.EnqueueRequestsFromMapFunc(r.identityToHttpClusters)).
		WatchesMetadata(&corev1.Secret{}, handler.EnqueueRequestsFromMapFunc(r.secretToHttpClusters)).
		Complete(r)
}

// Reconcile makes the cloud have what a HttpCluster says.
func (r *HttpClusterReconciler) Reconcile(ctx context.Context, req ctrl.Request) (_ ctrl.Result, reterr error) {
	httpCluster := &infrav1.HttpCluster{}
	if err := r.Get(ctx, req.NamespacedName, httpCluster); err != nil {
		return ctrl.Result{}, client.IgnoreNotFound(err)
	}
	cluster, err := util.GetOwnerCluster(ctx, r.Client, httpCluster.ObjectMeta)
	if err != nil {
		return ctrl.Result{}, err
	}
	if cluster == nil {
		ctrl.LoggerFrom(ctx).Info("Waiting for the Cluster controller to set the owner reference")
		return ctrl.Result{}, nil
	}
	if added, err := finalizers.EnsureFinalizer(ctx, r.Client, httpCluster, infrav1.ClusterFinalizer); err != nil || added {
		return ctrl.Result{}, err
	}
	if isPaused, requeue, err := paused.EnsurePausedCondition(ctx, r.Client, cluster, httpCluster); err != nil || isPaused || requeue {
		return ctrl.Result{}, err
	}
	patchHelper, err := patch.NewHelper(httpCluster, r.Client)
	if err != nil {
		return ctrl.Result{}, err
	}
	defer func() {
		if err := patchHttpCluster(ctx, patchHelper, httpCluster); err != nil {
			reterr = kerrors.NewAggregate([]error{reterr, err})
		}
	}()
	account, err := accountOf(ctx, r.Client, r.Cloud, httpCluster)
	if setAccountReady(httpCluster, err) {
		return ctrl.Result{}, nil
	}
	if err != nil {
		return ctrl.Result{}, err
	}
	network := &once.Guard[cloud.Network, cloud.NewNetwork]{Client: r.Client, Name: "network", Things: account.Networks}
	if !httpCluster.DeletionTimestamp.IsZero() {
		return r.reconcileDelete(ctx, httpCluster, network)
	}
	return r.reconcileNormal(ctx, httpCluster, network)
}

func (r *HttpClusterReconciler) reconcileNormal(ctx context.Context, httpCluster *infrav1.HttpCluster, guard *once.Guard[cloud.Network, cloud.NewNetwork]) (ctrl.Result, error) {
	network, after, err := guard.Ensure(ctx, httpCluster, func(tag string) (cloud.NewNetwork, error) {
		return cloud.NewNetwork{Tag: tag}, nil
	})
	if err != nil {
		return failed(ctx, httpCluster, infrav1.NetworkReadyCondition, err)
	}
	httpCluster.Spec.ControlPlaneEndpoint = clusterv1.APIEndpoint{Host: network.Address, Port: apiServerPort}
	httpCluster.Status.Initialization.Provisioned = ptr.To(true)
	conditions.Set(httpCluster, metav1.Condition{
		Type:   infrav1.NetworkReadyCondition,
		Status: metav1.ConditionTrue,
		Reason: infrav1.ReadyReason,
	})
	return ctrl.Result{RequeueAfter: after}, nil
}

func (r *HttpClusterReconciler) reconcileDelete(ctx context.Context, httpCluster *infrav1.HttpCluster, guard *once.Guard[cloud.Network, cloud.NewNetwork]) (ctrl.Result, error) {
	after, err := guard.Remove(ctx, httpCluster)
	if err != nil {
		return failed(ctx, httpCluster, infrav1.NetworkReadyCondition, err)
	}
	if after > 0 {
		return ctrl.Result{RequeueAfter: after}, nil
	}
	controllerutil.RemoveFinalizer(httpCluster, infrav1.ClusterFinalizer)
	return ctrl.Result{}, nil
}

func patchHttpCluster(ctx context.Context, patchHelper *patch.Helper, httpCluster *infrav1.HttpCluster) error {
	if err := setReady(httpCluster, conditions.ForConditionTypes{infrav1.AccountReadyCondition, infrav1.NetworkReadyCondition}); err != nil {
		return err
	}
	return patchHelper.Patch(ctx, httpCluster, patch.WithOwnedConditions{Conditions: []string{
		clusterv1.ReadyCondition,
		infrav1.AccountReadyCondition,
		infrav1.NetworkReadyCondition,
	}})
}

func (r *HttpClusterReconciler) identityToHttpClusters(ctx context.Context, identity client.Object) []ctrl.Request {
	clusters := &infrav1.HttpClusterList{}
	if err := r.List(ctx, clusters, client.MatchingFields{identityIndex: identity.GetName()}); err != nil {
		ctrl.LoggerFrom(ctx).Error(err, "Failed to list the HttpClusters of a HttpIdentity")
		return nil
	}
	requests := make([]ctrl.Request, 0, len(clusters.Items))
	for i := range clusters.Items {
		requests = append(requests, ctrl.Request{NamespacedName: client.ObjectKeyFromObject(&clusters.Items[i])})
	}
	return requests
}

func (r *HttpClusterReconciler) secretToHttpClusters(ctx context.Context, secret client.Object) []ctrl.Request {
	identities := &infrav1.HttpIdentityList{}
	if err := r.List(ctx, identities, client.MatchingFields{secretIndex: client.ObjectKeyFromObject(secret).String()}); err != nil {
		ctrl.LoggerFrom(ctx).Error(err, "Failed to list the HttpIdentities of a Secret")
		return nil
	}
	var requests []ctrl.Request
	for i := range identities.Items {
		requests = append(requests, r.identityToHttpClusters(ctx, &identities.Items[i])...)
	}
	return requests
}
