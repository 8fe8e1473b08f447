package controller

import (
	"context"
	"fmt"
	"time"

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
	"sigs.k8s.io/controller-runtime/pkg/event"
	"sigs.k8s.io/controller-runtime/pkg/handler"
	"sigs.k8s.io/controller-runtime/pkg/manager"
	"sigs.k8s.io/controller-runtime/pkg/source"

	infrav1 "capstan.invalid/tools/peers/provider-http/api/v1beta1"
	"capstan.invalid/tools/peers/provider-http/internal/cloud"
	"capstan.invalid/tools/peers/provider-http/internal/once"
)

const (
	// missedEventInterval is when a server that starts is looked at again, in case its event was missed.
	missedEventInterval = 30 * time.Second
	// noClusterInterval is when a deleted machine without its HttpCluster is looked at again.
	noClusterInterval = time.Minute
	// reconnectInterval is when the event stream is opened again.
	reconnectInterval = time.Second
)

// +kubebuilder:rbac:groups=infrastructure.cluster.x-k8s.io,resources=httpmachines,verbs=get;list;watch;patch
// +kubebuilder:rbac:groups=infrastructure.cluster.x-k8s.io,resources=httpmachines/status,verbs=patch
// +kubebuilder:rbac:groups=cluster.x-k8s.io,resources=clusters;machines,verbs=get;list;watch

// HttpMachineReconciler reconciles HttpMachines: each has one server.
type HttpMachineReconciler struct {
	client.Client
	Cloud            *cloud.Client
	WatchFilterValue string
}

// SetupWithManager adds the controller and the event stream of the cloud to a manager.
func (r *HttpMachineReconciler) SetupWithManager(ctx context.Context, mgr ctrl.Manager, options controller.Options) error {
	clusterToHttpMachines, err := util.ClusterToTypedObjectsMapper(mgr.GetClient(), &infrav1.HttpMachineList{}, mgr.GetScheme())
	if err != nil {
		return err
	}
	events := make(chan event.GenericEvent)
	if err := mgr.Add(r.eventStream(events)); err != nil {
		return err
	}
	log := ctrl.LoggerFrom(ctx).WithValues("controller", "httpmachine")
	gvk := infrav1.GroupVersion.WithKind("HttpMachine")
	return ctrl.NewControllerManagedBy(mgr).
		For(&infrav1.HttpMachine{}, builder.WithPredicates(predicates.ResourceHasFilterLabel(mgr.GetScheme(), log, r.WatchFilterValue))).
		WithOptions(options).
		Watches(&clusterv1.Machine{}, handler.EnqueueRequestsFromMapFunc(util.MachineToInfrastructureMapFunc(gvk))).
		Watches(
			&clusterv1.Cluster{},
			handler.EnqueueRequestsFromMapFunc(clusterToHttpMachines),
			builder.WithPredicates(predicates.ClusterPausedTransitionsOrInfrastructureProvisioned(mgr.GetScheme(), log)),
		).
		Watches(
			&infrav1.HttpCluster{},
			handler.EnqueueRequestsFromMapFunc(r.httpClusterToHttpMachines),
			builder.WithPredicates(predicates.ResourceIsChanged(mgr.GetScheme(), log)),
		).
		WatchesRawSource(source.Channel(events, &handler.EnqueueRequestForObject{})).
		Complete(r)
}

// Reconcile makes the cloud have what a HttpMachine says.
func (r *HttpMachineReconciler) Reconcile(ctx context.Context, req ctrl.Request) (_ ctrl.Result, reterr error) {
	httpMachine := &infrav1.HttpMachine{}
	if err := r.Get(ctx, req.NamespacedName, httpMachine); err != nil {
		return ctrl.Result{}, client.IgnoreNotFound(err)
	}
	machine, err := util.GetOwnerMachine(ctx, r.Client, httpMachine.ObjectMeta)
	if err != nil {
		return ctrl.Result{}, err
	}
	if machine == nil {
		ctrl.LoggerFrom(ctx).Info("Waiting for the Machine controller to set the owner reference")
		return ctrl.Result{}, nil
	}
	cluster, err := util.GetClusterFromMetadata(ctx, r.Client, machine.ObjectMeta)
	if err != nil {
		return ctrl.Result{}, err
	}
	if added, err := finalizers.EnsureFinalizer(ctx, r.Client, httpMachine, infrav1.MachineFinalizer); err != nil || added {
		return ctrl.Result{}, err
	}
	if isPaused, requeue, err := paused.EnsurePausedCondition(ctx, r.Client, cluster, httpMachine); err != nil || isPaused || requeue {
		return ctrl.Result{}, err
	}
	patchHelper, err := patch.NewHelper(httpMachine, r.Client)
	if err != nil {
		return ctrl.Result{}, err
	}
	defer func() {
		if err := patchHttpMachine(ctx, patchHelper, httpMachine); err != nil {
			reterr = kerrors.NewAggregate([]error{reterr, err})
		}
	}()
	if httpMachine.DeletionTimestamp.IsZero() && !ptr.Deref(cluster.Status.Initialization.InfrastructureProvisioned, false) {
		setFalse(httpMachine, infrav1.ServerReadyCondition, clusterv1.WaitingForClusterInfrastructureReadyReason, "the infrastructure of the Cluster is not provisioned yet")
		return ctrl.Result{}, nil
	}
	httpCluster := &infrav1.HttpCluster{}
	key := client.ObjectKey{Namespace: httpMachine.Namespace, Name: cluster.Spec.InfrastructureRef.Name}
	if err := r.Get(ctx, key, httpCluster); err != nil {
		// Core deletes it last; without it nobody knows the account.
		return ctrl.Result{RequeueAfter: noClusterInterval}, client.IgnoreNotFound(err)
	}
	account, err := accountOf(ctx, r.Client, r.Cloud, httpCluster)
	if setAccountReady(httpMachine, err) {
		return ctrl.Result{}, nil
	}
	if err != nil {
		return ctrl.Result{}, err
	}
	server := &once.Guard[cloud.Server, cloud.NewServer]{Client: r.Client, Name: "server", Things: account.Servers}
	if !httpMachine.DeletionTimestamp.IsZero() {
		return r.reconcileDelete(ctx, httpMachine, server)
	}
	return r.reconcileNormal(ctx, machine, httpMachine, server)
}

func (r *HttpMachineReconciler) reconcileNormal(ctx context.Context, machine *clusterv1.Machine, httpMachine *infrav1.HttpMachine, guard *once.Guard[cloud.Server, cloud.NewServer]) (ctrl.Result, error) {
	if machine.Spec.Bootstrap.DataSecretName == nil {
		setFalse(httpMachine, infrav1.ServerReadyCondition, clusterv1.WaitingForBootstrapDataReason, "the bootstrap data is not ready yet")
		return ctrl.Result{}, nil
	}
	server, after, err := guard.Ensure(ctx, httpMachine, func(tag string) (cloud.NewServer, error) {
		return r.newServer(ctx, machine, httpMachine, tag)
	})
	if err != nil {
		return failed(ctx, httpMachine, infrav1.ServerReadyCondition, err)
	}
	switch {
	case server.State == "stopped":
		// Nothing is repaired here: a MachineHealthCheck sees it on the Machine, or somebody starts the server again, which is an event.
		setFalse(httpMachine, infrav1.ServerReadyCondition, infrav1.ServerStoppedReason, "the server was stopped in the cloud")
		return ctrl.Result{RequeueAfter: after}, nil
	case server.State != "running" && httpMachine.Spec.ProviderID == "":
		setFalse(httpMachine, infrav1.ServerReadyCondition, infrav1.CreatingReason, "the cloud starts the server")
		return util.LowestNonZeroResult(ctrl.Result{RequeueAfter: after}, ctrl.Result{RequeueAfter: missedEventInterval}), nil
	}
	httpMachine.Spec.ProviderID = "httpcloud://" + server.ID
	httpMachine.Status.Addresses = []clusterv1.MachineAddress{{Type: clusterv1.MachineInternalIP, Address: server.Address}}
	httpMachine.Status.Initialization.Provisioned = ptr.To(true)
	conditions.Set(httpMachine, metav1.Condition{
		Type:   infrav1.ServerReadyCondition,
		Status: metav1.ConditionTrue,
		Reason: infrav1.ServerRunningReason,
	})
	return ctrl.Result{RequeueAfter: after}, nil
}

func (r *HttpMachineReconciler) newServer(ctx context.Context, machine *clusterv1.Machine, httpMachine *infrav1.HttpMachine, tag string) (cloud.NewServer, error) {
	secret := &corev1.Secret{}
	key := client.ObjectKey{Namespace: machine.Namespace, Name: *machine.Spec.Bootstrap.DataSecretName}
	if err := r.Get(ctx, key, secret); err != nil {
		return cloud.NewServer{}, fmt.Errorf("failed to get the bootstrap data: %w", err)
	}
	value, ok := secret.Data["value"]
	if !ok {
		return cloud.NewServer{}, fmt.Errorf("the bootstrap Secret %s has no value", key)
	}
	return cloud.NewServer{
		Tag:      tag,
		Owner:    cloud.Owner{Namespace: httpMachine.Namespace, Name: httpMachine.Name},
		Flavor:   httpMachine.Spec.Flavor,
		Image:    httpMachine.Spec.Image,
		UserData: string(value),
	}, nil
}

func (r *HttpMachineReconciler) reconcileDelete(ctx context.Context, httpMachine *infrav1.HttpMachine, guard *once.Guard[cloud.Server, cloud.NewServer]) (ctrl.Result, error) {
	after, err := guard.Remove(ctx, httpMachine)
	if err != nil {
		return failed(ctx, httpMachine, infrav1.ServerReadyCondition, err)
	}
	if after > 0 {
		return ctrl.Result{RequeueAfter: after}, nil
	}
	controllerutil.RemoveFinalizer(httpMachine, infrav1.MachineFinalizer)
	return ctrl.Result{}, nil
}

func patchHttpMachine(ctx context.Context, patchHelper *patch.Helper, httpMachine *infrav1.HttpMachine) error {
	if err := setReady(httpMachine,
		conditions.ForConditionTypes{infrav1.AccountReadyCondition, infrav1.ServerReadyCondition},
		conditions.IgnoreTypesIfMissing{infrav1.AccountReadyCondition},
	); err != nil {
		return err
	}
	return patchHelper.Patch(ctx, httpMachine, patch.WithOwnedConditions{Conditions: []string{
		clusterv1.ReadyCondition,
		infrav1.AccountReadyCondition,
		infrav1.ServerReadyCondition,
	}})
}

func (r *HttpMachineReconciler) httpClusterToHttpMachines(ctx context.Context, httpCluster client.Object) []ctrl.Request {
	cluster, err := util.GetOwnerCluster(ctx, r.Client, httpCluster.(*infrav1.HttpCluster).ObjectMeta)
	if err != nil || cluster == nil {
		return nil
	}
	machines := &infrav1.HttpMachineList{}
	labels := client.MatchingLabels{clusterv1.ClusterNameLabel: cluster.Name}
	if err := r.List(ctx, machines, client.InNamespace(cluster.Namespace), labels); err != nil {
		ctrl.LoggerFrom(ctx).Error(err, "Failed to list the HttpMachines of a HttpCluster")
		return nil
	}
	requests := make([]ctrl.Request, 0, len(machines.Items))
	for i := range machines.Items {
		requests = append(requests, ctrl.Request{NamespacedName: client.ObjectKeyFromObject(&machines.Items[i])})
	}
	return requests
}

// eventStream sends the events of the cloud to the controller, and opens the stream again when it ends.
func (r *HttpMachineReconciler) eventStream(events chan<- event.GenericEvent) manager.RunnableFunc {
	return func(ctx context.Context) error {
		for {
			err := r.Cloud.Events(ctx, func(changed cloud.Event) {
				object := metav1.ObjectMeta{Namespace: changed.Owner.Namespace, Name: changed.Owner.Name}
				select {
				case events <- event.GenericEvent{Object: &infrav1.HttpMachine{ObjectMeta: object}}:
				case <-ctx.Done():
				}
			})
			select {
			case <-ctx.Done():
				return nil
			case <-time.After(reconnectInterval):
				ctrl.LoggerFrom(ctx).Info("Opening the event stream of the cloud again", "error", err)
			}
		}
	}
}
