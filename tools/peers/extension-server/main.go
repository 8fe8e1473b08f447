// Command extension-server is the Go peer of bench's comparison of hooks: a Runtime Extension on upstream's own server
// package that makes the same change to the same template, and the same delay of an upgrade, as bench/peers/extension.ts.
package main

import (
	"context"
	"flag"
	"fmt"
	"os"
	"os/signal"
	"syscall"

	apiextensionsv1 "k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/v1"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/runtime/serializer"
	bootstrapv1 "sigs.k8s.io/cluster-api/api/bootstrap/kubeadm/v1beta2"
	runtimecatalog "sigs.k8s.io/cluster-api/api/runtime/catalog"
	runtimehooksv1 "sigs.k8s.io/cluster-api/api/runtime/hooks/v1alpha1"
	"sigs.k8s.io/cluster-api/exp/runtime/server"
	"sigs.k8s.io/cluster-api/exp/runtime/topologymutation"
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
	catalog := runtimecatalog.New()
	if err := runtimehooksv1.AddToCatalog(catalog); err != nil {
		return err
	}
	scheme := runtime.NewScheme()
	if err := bootstrapv1.AddToScheme(scheme); err != nil {
		return err
	}
	decoder := serializer.NewCodecFactory(scheme).UniversalDecoder(bootstrapv1.GroupVersion)
	extension, err := server.New(server.Options{Catalog: catalog, Host: "127.0.0.1", Port: port, CertDir: certDir})
	if err != nil {
		return err
	}
	err = extension.AddExtensionHandler(server.ExtensionHandler{
		Hook: runtimehooksv1.GeneratePatches,
		Name: "bench",
		HandlerFunc: func(ctx context.Context, req *runtimehooksv1.GeneratePatchesRequest, resp *runtimehooksv1.GeneratePatchesResponse) {
			generatePatches(ctx, decoder, req, resp)
		},
	})
	if err != nil {
		return err
	}
	err = extension.AddExtensionHandler(server.ExtensionHandler{
		Hook:        runtimehooksv1.BeforeClusterUpgrade,
		Name:        "bench-life",
		HandlerFunc: delayUpgrade,
	})
	if err != nil {
		return err
	}
	return extension.Start(ctx)
}

// generatePatches puts one command, made of a variable, in front of every KubeadmConfigTemplate's commands.
func generatePatches(ctx context.Context, decoder runtime.Decoder, req *runtimehooksv1.GeneratePatchesRequest, resp *runtimehooksv1.GeneratePatchesResponse) {
	topologymutation.WalkTemplates(ctx, decoder, req, resp,
		func(_ context.Context, obj runtime.Object, variables map[string]apiextensionsv1.JSON, _ runtimehooksv1.HolderReference) error {
			template, ok := obj.(*bootstrapv1.KubeadmConfigTemplate)
			if !ok {
				return nil
			}
			var greeting string
			if err := topologymutation.GetObjectVariableInto(variables, "greeting", &greeting); err != nil {
				return err
			}
			spec := &template.Spec.Template.Spec
			spec.PreKubeadmCommands = append([]string{"echo " + greeting}, spec.PreKubeadmCommands...)
			return nil
		}, topologymutation.FailForUnknownTypes{})
}

// delayUpgrade asks for half a minute.
func delayUpgrade(_ context.Context, req *runtimehooksv1.BeforeClusterUpgradeRequest, resp *runtimehooksv1.BeforeClusterUpgradeResponse) {
	resp.Status = runtimehooksv1.ResponseStatusSuccess
	resp.RetryAfterSeconds = 30
	resp.Message = fmt.Sprintf("%s waits with %s for a backup", req.Cluster.Name, req.ToKubernetesVersion)
}
