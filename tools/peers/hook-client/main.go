// Command hook-client calls a Runtime Extension with the client of hooks of Cluster API's core itself, which makes its own transport: it reads questions
// from its standard input, one JSON document a line, and writes what the client read, one answer a line. tools/oracle compares that with what a
// server of @capstan/extension-kit is to answer. The path of its module is below that of Cluster API, so that it may import the internal packages.
package main

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"os"
	"strings"
	"time"

	"github.com/go-logr/logr"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"
	clusterv1 "sigs.k8s.io/cluster-api/api/core/v1beta2"
	runtimecatalog "sigs.k8s.io/cluster-api/api/runtime/catalog"
	runtimehooksv1 "sigs.k8s.io/cluster-api/api/runtime/hooks/v1alpha1"
	runtimev1 "sigs.k8s.io/cluster-api/api/runtime/v1beta2"
	expclient "sigs.k8s.io/cluster-api/exp/runtime/client"
	runtimeclient "sigs.k8s.io/cluster-api/internal/runtime/client"
	runtimeregistry "sigs.k8s.io/cluster-api/internal/runtime/registry"
	ctrl "sigs.k8s.io/controller-runtime"
)

// Question is one call: of discovery where there is a server, and of the first handler that was discovered otherwise.
type Question struct {
	Server *Server `json:"server"`
	// Bytes is the length of the variable of the request.
	Bytes int `json:"bytes"`
	// LateMs is how much later than they arrive the client reads answers, in milliseconds.
	LateMs int `json:"lateMs"`
}

// Server is where the extension is called, and the authority of its certificate.
type Server struct {
	URL      string `json:"url"`
	CABundle string `json:"caBundle"`
}

// Answer is what the client read.
type Answer struct {
	Seen
	// Handlers are the names that discovery found.
	Handlers []string `json:"handlers,omitempty"`
	// Status and Message are those of the response.
	Status  string   `json:"status,omitempty"`
	Message string   `json:"message,omitempty"`
	Patches []string `json:"patches,omitempty"`
	// Error is of a call without a response.
	Error string `json:"error,omitempty"`
}

func main() {
	if err := serve(); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func serve() error {
	ctx := ctrl.LoggerInto(context.Background(), logr.Discard())
	core, err := newCore(ctx)
	if err != nil {
		return err
	}
	in := bufio.NewScanner(os.Stdin)
	in.Buffer(nil, 1<<20)
	encoder := json.NewEncoder(os.Stdout)
	for in.Scan() {
		question := Question{}
		if err := json.Unmarshal(in.Bytes(), &question); err != nil {
			return err
		}
		answer, err := core.answer(ctx, question)
		if err != nil {
			return err
		}
		if err := encoder.Encode(answer); err != nil {
			return err
		}
	}
	return in.Err()
}

// core is the part of a manager that calls extensions.
type core struct {
	client  expclient.Client
	watched *watched
	handler string
}

func newCore(ctx context.Context) (*core, error) {
	catalog := runtimecatalog.New()
	if err := runtimehooksv1.AddToCatalog(catalog); err != nil {
		return nil, err
	}
	options := runtimeclient.Options{Catalog: catalog, Registry: runtimeregistry.New()}
	client, _, err := runtimeclient.New(ctx, options)
	if err != nil {
		return nil, err
	}
	return &core{client: client}, client.WarmUp(&runtimev1.ExtensionConfigList{})
}

func (c *core) answer(ctx context.Context, question Question) (Answer, error) {
	if question.Server != nil {
		return c.discover(ctx, *question.Server)
	}
	c.watched.seen = Seen{}
	c.watched.late.Store(int64(question.LateMs) * int64(time.Millisecond))
	return c.generatePatches(ctx, question.Bytes), nil
}

// discover makes the call that core makes for an ExtensionConfig, and registers what it finds.
func (c *core) discover(ctx context.Context, server Server) (Answer, error) {
	config := &runtimev1.ExtensionConfig{
		ObjectMeta: metav1.ObjectMeta{Name: "extension"},
		Spec: runtimev1.ExtensionConfigSpec{
			ClientConfig:      runtimev1.ClientConfig{URL: server.URL, CABundle: []byte(server.CABundle)},
			NamespaceSelector: &metav1.LabelSelector{},
		},
	}
	var err error
	if c.watched, err = watch(c.client, config.Spec.ClientConfig); err != nil {
		return Answer{}, err
	}
	discovered, err := c.client.Discover(ctx, config)
	if err != nil {
		return Answer{Seen: c.watched.seen, Error: err.Error()}, nil
	}
	answer := Answer{Seen: c.watched.seen}
	for _, handler := range discovered.Status.Handlers {
		c.handler = handler.Name
		answer.Handlers = append(answer.Handlers, handler.Name)
	}
	return answer, c.client.Register(discovered)
}

// generatePatches makes the call that core makes for the templates of a Cluster.
func (c *core) generatePatches(ctx context.Context, bytes int) Answer {
	request := &runtimehooksv1.GeneratePatchesRequest{
		Items: []runtimehooksv1.GeneratePatchesRequestItem{{
			UID: "6f1e2d3c-1111-2222-3333-444455556666",
			HolderReference: runtimehooksv1.HolderReference{
				APIVersion: "cluster.x-k8s.io/v1beta2",
				Kind:       "MachineDeployment",
				Namespace:  "default",
				Name:       "md-0",
				FieldPath:  "spec.template.spec.infrastructureRef",
			},
			Object: runtime.RawExtension{Raw: []byte(template)},
		}},
	}
	variable := runtimehooksv1.Variable{Name: "greeting"}
	variable.Value.Raw = []byte(`"` + strings.Repeat("a", bytes) + `"`)
	request.Variables = append(request.Variables, variable)
	cluster := &clusterv1.Cluster{ObjectMeta: metav1.ObjectMeta{Namespace: "default", Name: "a"}}
	response := &runtimehooksv1.GeneratePatchesResponse{}
	err := c.client.CallExtension(ctx, runtimehooksv1.GeneratePatches, cluster, c.handler, request, response)
	answer := Answer{Seen: c.watched.seen, Status: string(response.Status), Message: response.Message}
	for _, item := range response.Items {
		answer.Patches = append(answer.Patches, string(item.Patch))
	}
	// The client makes an error of a Failure that it has read, too.
	if err != nil && response.Status == "" {
		answer.Error = err.Error()
	}
	return answer
}

const template = `{"apiVersion":"infrastructure.example.dev/v1","kind":"FooTemplate","metadata":{"name":"a","namespace":"default"},"spec":{"template":{"spec":{}}}}`
