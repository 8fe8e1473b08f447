// Command operator is the Go peer of bench's comparison of operators: one kind on controller-runtime whose reconciles read the object from the
// cache and note when they did.
package main

import (
	"flag"
	"fmt"
	"os"

	"capstan.invalid/tools/peers/notes"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/klog/v2"
	ctrl "sigs.k8s.io/controller-runtime"
	"sigs.k8s.io/controller-runtime/pkg/cache"
	"sigs.k8s.io/controller-runtime/pkg/controller"
	"sigs.k8s.io/controller-runtime/pkg/healthz"
	"sigs.k8s.io/controller-runtime/pkg/metrics/server"
)

func main() {
	expect := flag.Int("expect", 0, "number of objects after whose first reconcile the file REPORT.all is written")
	report := flag.String("report", "", "file for the latencies, written at the end")
	metrics := flag.String("metrics-bind-address", "0", "address of the metrics")
	health := flag.String("health-addr", "0", "address of the probes")
	namespace := flag.String("namespace", "", "the namespace that is watched")
	flag.Parse()
	if err := run(notes.New(*expect, *report), *namespace, *metrics, *health); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func run(noted *notes.Notes, namespace, metrics, health string) error {
	ctrl.SetLogger(klog.Background())
	config, err := ctrl.GetConfig()
	if err != nil {
		return err
	}
	// As many calls as are made: the limits of the client are not what is compared.
	config.QPS = -1
	scheme := runtime.NewScheme()
	addToScheme(scheme)
	manager, err := ctrl.NewManager(config, ctrl.Options{
		Scheme: scheme,
		Cache: cache.Options{
			DefaultTransform:  cache.TransformStripManagedFields(),
			DefaultNamespaces: map[string]cache.Config{namespace: {}},
		},
		Metrics:                server.Options{BindAddress: metrics},
		HealthProbeBindAddress: health,
	})
	if err != nil {
		return err
	}
	if err := manager.AddHealthzCheck("ping", healthz.Ping); err != nil {
		return err
	}
	if err := manager.AddReadyzCheck("ping", healthz.Ping); err != nil {
		return err
	}
	err = ctrl.NewControllerManagedBy(manager).
		For(&Item{}).
		WithOptions(controller.Options{MaxConcurrentReconciles: 8}).
		Complete(&reconciler{client: manager.GetClient(), notes: noted})
	if err != nil {
		return err
	}
	if err := manager.Start(ctrl.SetupSignalHandler()); err != nil {
		return err
	}
	return noted.Write()
}
