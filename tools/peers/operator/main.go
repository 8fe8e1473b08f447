// Command operator is the Go peer of bench's comparison of operators: one kind on controller-runtime whose reconciles read the object from the
// cache and note when they did. With more flags it has a webhook and leads by a Lease, for the comparison of metrics.
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
	"sigs.k8s.io/controller-runtime/pkg/webhook"
)

// options are the flags.
type options struct {
	namespace, metrics, health string
	lease                      string
	webhookPort                int
	webhookCertificates        string
}

func main() {
	expect := flag.Int("expect", 0, "number of objects after whose first reconcile the file REPORT.all is written")
	report := flag.String("report", "", "file for the latencies, written at the end")
	var given options
	flag.StringVar(&given.metrics, "metrics-bind-address", "0", "address of the metrics")
	flag.StringVar(&given.health, "health-addr", "0", "address of the probes")
	flag.StringVar(&given.namespace, "namespace", "", "the namespace that is watched")
	flag.StringVar(&given.lease, "lease", "", "name of the Lease in that namespace by which it leads (default: no election)")
	flag.IntVar(&given.webhookPort, "webhook-port", 0, "port of a webhook that admits every Item (default: none is served)")
	flag.StringVar(&given.webhookCertificates, "webhook-certificates", "", "folder with tls.crt and tls.key of the webhook")
	flag.Parse()
	if err := run(notes.New(*expect, *report), given); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func run(noted *notes.Notes, given options) error {
	ctrl.SetLogger(klog.Background())
	config, err := ctrl.GetConfig()
	if err != nil {
		return err
	}
	// As many calls as are made: the limits of the client are not what is compared.
	config.QPS = -1
	if given.lease != "" {
		// The embedded API server, which the comparison of metrics runs on, reads no protobuf.
		config.ContentType = runtime.ContentTypeJSON
	}
	scheme := runtime.NewScheme()
	addToScheme(scheme)
	manager, err := ctrl.NewManager(config, given.manager(scheme))
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
	if given.webhookPort != 0 {
		if err := ctrl.NewWebhookManagedBy(manager, &Item{}).WithValidator(admitsAll{}).Complete(); err != nil {
			return err
		}
	}
	if err := manager.Start(ctrl.SetupSignalHandler()); err != nil {
		return err
	}
	return noted.Write()
}

func (given options) manager(scheme *runtime.Scheme) ctrl.Options {
	return ctrl.Options{
		Scheme: scheme,
		Cache: cache.Options{
			DefaultTransform:  cache.TransformStripManagedFields(),
			DefaultNamespaces: map[string]cache.Config{given.namespace: {}},
		},
		Metrics:                 server.Options{BindAddress: given.metrics},
		HealthProbeBindAddress:  given.health,
		LeaderElection:          given.lease != "",
		LeaderElectionID:        given.lease,
		LeaderElectionNamespace: given.namespace,
		WebhookServer:           webhook.NewServer(webhook.Options{Port: given.webhookPort, CertDir: given.webhookCertificates}),
	}
}
