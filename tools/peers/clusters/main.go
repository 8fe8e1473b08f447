// Command clusters is the Go peer of bench's comparison of workload clusters: a controller of Clusters on Cluster API's own cluster cache, which watches the
// Nodes of each and notes when a reconcile sees one.
package main

import (
	"context"
	"flag"
	"fmt"
	"os"

	"capstan.invalid/tools/peers/notes"
	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/labels"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/selection"
	"k8s.io/client-go/rest"
	"k8s.io/klog/v2"
	clusterv1 "sigs.k8s.io/cluster-api/api/core/v1beta2"
	"sigs.k8s.io/cluster-api/controllers/clustercache"
	ctrl "sigs.k8s.io/controller-runtime"
	"sigs.k8s.io/controller-runtime/pkg/cache"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/controller"
	"sigs.k8s.io/controller-runtime/pkg/healthz"
	"sigs.k8s.io/controller-runtime/pkg/metrics/server"
)

func main() {
	expect := flag.Int("expect", 0, "number of Clusters after whose first Node the file REPORT.all is written")
	report := flag.String("report", "", "file for the latencies, written at the end")
	metrics := flag.String("metrics-bind-address", "0", "address of the metrics")
	health := flag.String("health-addr", "0", "address of the probes")
	flag.Parse()
	if err := run(notes.New(*expect, *report), *metrics, *health); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func run(noted *notes.Notes, metrics, health string) error {
	ctrl.SetLogger(klog.Background())
	config, err := ctrl.GetConfig()
	if err != nil {
		return err
	}
	// As many calls as are made: the limits of the client are not what is compared.
	config.QPS = -1
	manager, err := newManager(config, metrics, health)
	if err != nil {
		return err
	}
	ctx := ctrl.SetupSignalHandler()
	clusters, err := clusterCache(ctx, manager)
	if err != nil {
		return err
	}
	reconciler := &reconciler{client: manager.GetClient(), clusters: clusters, notes: noted}
	reconciler.controller, err = ctrl.NewControllerManagedBy(manager).
		For(&clusterv1.Cluster{}).
		WatchesRawSource(clusters.GetClusterSource("clusters", sameCluster)).
		WithOptions(controller.Options{MaxConcurrentReconciles: 10}).
		Build(reconciler)
	if err != nil {
		return err
	}
	if err := manager.Start(ctx); err != nil {
		return err
	}
	return noted.Write()
}

func newManager(config *rest.Config, metrics, health string) (ctrl.Manager, error) {
	scheme := runtime.NewScheme()
	for _, add := range []func(*runtime.Scheme) error{clusterv1.AddToScheme, corev1.AddToScheme} {
		if err := add(scheme); err != nil {
			return nil, err
		}
	}
	manager, err := ctrl.NewManager(config, ctrl.Options{
		Scheme:                 scheme,
		Cache:                  cache.Options{DefaultTransform: cache.TransformStripManagedFields()},
		Client:                 client.Options{Cache: &client.CacheOptions{DisableFor: []client.Object{&corev1.Secret{}}}},
		Metrics:                server.Options{BindAddress: metrics},
		HealthProbeBindAddress: health,
	})
	if err != nil {
		return nil, err
	}
	for _, add := range []func(string, healthz.Checker) error{manager.AddHealthzCheck, manager.AddReadyzCheck} {
		if err := add("ping", healthz.Ping); err != nil {
			return nil, err
		}
	}
	return manager, nil
}

// clusterCache is set up as core and its providers do it: kubeconfigs are read from a cache of the Secrets that have the label of a Cluster.
func clusterCache(ctx context.Context, manager ctrl.Manager) (clustercache.ClusterCache, error) {
	ofClusters, err := labels.NewRequirement(clusterv1.ClusterNameLabel, selection.Exists, nil)
	if err != nil {
		return nil, err
	}
	secrets, err := cache.New(manager.GetConfig(), cache.Options{
		Scheme:   manager.GetScheme(),
		Mapper:   manager.GetRESTMapper(),
		ByObject: map[client.Object]cache.ByObject{&corev1.Secret{}: {Label: labels.NewSelector().Add(*ofClusters)}},
	})
	if err != nil {
		return nil, err
	}
	if err := manager.Add(secrets); err != nil {
		return nil, err
	}
	return clustercache.SetupWithManager(ctx, manager, clustercache.Options{
		SecretClient: secrets,
		Cache:        clustercache.CacheOptions{DefaultTransform: cache.TransformStripManagedFields()},
		Client:       clustercache.ClientOptions{UserAgent: "bench", QPS: -1},
	}, controller.Options{MaxConcurrentReconciles: 10})
}
