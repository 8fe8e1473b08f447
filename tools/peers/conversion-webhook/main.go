// Command conversion-webhook is the Go peer of bench's comparison of conversion webhooks: Cluster API's own conversions of Machines behind
// controller-runtime's webhook server.
package main

import (
	"context"
	"flag"
	"fmt"
	"os"
	"os/signal"
	"syscall"

	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/runtime/schema"
	clusterv1beta1 "sigs.k8s.io/cluster-api/api/core/v1beta1"
	clusterv1 "sigs.k8s.io/cluster-api/api/core/v1beta2"
	coreconversion "sigs.k8s.io/cluster-api/core/webhooks/conversion"
	"sigs.k8s.io/controller-runtime/pkg/webhook"
	"sigs.k8s.io/controller-runtime/pkg/webhook/conversion"
)

func main() {
	port := flag.Int("port", 9443, "port to serve on")
	certDir := flag.String("cert-dir", "", "folder of tls.crt and tls.key")
	flag.Parse()
	if err := serve(*port, *certDir); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func serve(port int, certDir string) error {
	ctx, stop := signal.NotifyContext(context.Background(), syscall.SIGINT, syscall.SIGTERM)
	defer stop()
	scheme := runtime.NewScheme()
	for _, add := range []func(*runtime.Scheme) error{clusterv1beta1.AddToScheme, clusterv1.AddToScheme} {
		if err := add(scheme); err != nil {
			return err
		}
	}
	// The manager looks the version up in the CRD; the bench has one version of each kind.
	coreconversion.SetAPIVersionGetter(func(_ context.Context, kind schema.GroupKind) (string, error) {
		return kind.WithVersion("v1beta2").GroupVersion().String(), nil
	})
	registry := conversion.NewRegistry()
	converter, err := coreconversion.Machine(scheme)
	if err != nil {
		return err
	}
	if err := registry.RegisterConverter(clusterv1.GroupVersion.WithKind("Machine").GroupKind(), converter); err != nil {
		return err
	}
	server := webhook.NewServer(webhook.Options{Host: "127.0.0.1", Port: port, CertDir: certDir})
	server.Register("/convert", conversion.NewWebhookHandler(scheme, registry))
	return server.Start(ctx)
}
