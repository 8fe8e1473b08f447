// Command upstream prints the OpenAPI document of the hooks of one release of Cluster API, as JSON. ../derive-documents.ts copies it to a
// folder of its own, with a go.mod of ./releases and with the packages own and kubernetes, which k8s.io/kube-openapi's openapi-gen makes
// of Go types.
package main

import (
	"encoding/json"
	"fmt"
	"os"
	"strings"

	"capstan.dev/tools/peers/hooks-openapi/upstream/kubernetes"
	"capstan.dev/tools/peers/hooks-openapi/upstream/own"
	"k8s.io/kube-openapi/pkg/common"
	"k8s.io/kube-openapi/pkg/validation/spec"
)

func main() {
	document, err := documentOf(os.Args[1])
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	if err := json.NewEncoder(os.Stdout).Encode(document); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

// definitions returns what openapi-gen made, by names of Go types.
func definitions(ref common.ReferenceCallback) map[string]common.OpenAPIDefinition {
	byGoName := func(name string) spec.Ref { return ref(goName(name)) }
	found := map[string]common.OpenAPIDefinition{}
	for _, made := range []map[string]common.OpenAPIDefinition{kubernetes.GetOpenAPIDefinitions(byGoName), own.GetOpenAPIDefinitions(byGoName)} {
		for name, definition := range made {
			for i, dependency := range definition.Dependencies {
				definition.Dependencies[i] = goName(dependency)
			}
			found[goName(name)] = definition
		}
	}
	asCopied(found["k8s.io/apimachinery/pkg/apis/meta/v1.ObjectMeta"].Schema.Properties)
	return found
}

// asCopied changes the fields of ObjectMeta to what they were when Cluster API copied their definitions into its sources, with all others
// of Kubernetes; nothing else has changed in these since.
func asCopied(fields map[string]spec.Schema) {
	fields["clusterName"] = *spec.StringProperty().WithDescription("copied")
	created := fields["creationTimestamp"]
	created.Default = map[string]any{}
	fields["creationTimestamp"] = created
	for _, name := range []string{"finalizers", "managedFields", "ownerReferences"} {
		delete(fields[name].Extensions, "x-kubernetes-list-type")
		delete(fields[name].Extensions, "x-kubernetes-list-map-keys")
	}
}

// goName turns a name of a model (io.k8s.api.core.v1.Node), which newer packages of Kubernetes have, into that of its Go type
// (k8s.io/api/core/v1.Node).
func goName(name string) string {
	model, ok := strings.CutPrefix(name, "io.k8s.")
	if !ok {
		return name
	}
	dot := strings.LastIndex(model, ".")
	return "k8s.io/" + strings.ReplaceAll(model[:dot], ".", "/") + model[dot:]
}
