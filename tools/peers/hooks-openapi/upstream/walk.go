//go:build !catalog_document

// Since Cluster API 1.14 the program that writes the document is in a module that the Go proxy does not have: this walk over the catalog
// does what it does, with definitions that the same generator made of the same types.
package main

import (
	"fmt"
	"strings"

	runtimecatalog "sigs.k8s.io/cluster-api/api/runtime/catalog"
	hooksv1 "sigs.k8s.io/cluster-api/api/runtime/hooks/v1alpha1"

	"k8s.io/apimachinery/pkg/runtime/schema"
	"k8s.io/kube-openapi/pkg/common"
	"k8s.io/kube-openapi/pkg/spec3"
	"k8s.io/kube-openapi/pkg/validation/spec"
)

// described stands where the document has a sentence; derive-documents.ts puts a mark there for every release.
const described = "…"

func documentOf(version string) (*spec3.OpenAPI, error) {
	catalog := runtimecatalog.New()
	if err := hooksv1.AddToCatalog(catalog); err != nil {
		return nil, err
	}
	license := &spec.License{Name: "Apache 2.0", URL: "http://www.apache.org/licenses/LICENSE-2.0.html"}
	info := spec.InfoProps{Title: "Cluster API - Runtime SDK", Description: described, License: license, Version: version}
	walk := walker{catalog: catalog, definitions: definitions(refTo), schemas: map[string]*spec.Schema{}}
	paths := map[string]*spec3.Path{}
	for hook, descriptor := range catalog.AllKnownHooks() {
		path, operation, err := walk.hook(hook, descriptor.Metadata)
		if err != nil {
			return nil, err
		}
		paths[path] = &spec3.Path{PathProps: spec3.PathProps{Post: &spec3.Operation{OperationProps: operation}}}
	}
	return &spec3.OpenAPI{
		Version:    "3.0.0",
		Info:       &spec.Info{InfoProps: info},
		Paths:      &spec3.Paths{Paths: paths},
		Components: &spec3.Components{Schemas: walk.schemas},
	}, nil
}

type walker struct {
	catalog     *runtimecatalog.Catalog
	definitions map[string]common.OpenAPIDefinition
	schemas     map[string]*spec.Schema
}

func (w walker) hook(hook runtimecatalog.GroupVersionHook, metadata *runtimecatalog.HookMeta) (string, spec3.OperationProps, error) {
	operation := spec3.OperationProps{Tags: metadata.Tags, Summary: metadata.Summary, Description: metadata.Description,
		OperationId: operationID(hook), Deprecated: metadata.Deprecated}
	path := runtimecatalog.GVHToPath(hook, "")
	if !metadata.Singleton {
		path = runtimecatalog.GVHToPath(hook, "{name}")
		operation.Parameters = []*spec3.Parameter{{ParameterProps: spec3.ParameterProps{
			Name: "name", In: "path", Description: described, Required: true, Schema: spec.StringProperty()}}}
	}
	request, err := w.content(w.catalog.Request(hook))
	if err != nil {
		return "", operation, err
	}
	response, err := w.content(w.catalog.Response(hook))
	if err != nil {
		return "", operation, err
	}
	operation.RequestBody = &spec3.RequestBody{RequestBodyProps: spec3.RequestBodyProps{Content: request}}
	ok := &spec3.Response{ResponseProps: spec3.ResponseProps{Description: described, Content: response}}
	operation.Responses = &spec3.Responses{ResponsesProps: spec3.ResponsesProps{StatusCodeResponses: map[int]*spec3.Response{200: ok}}}
	return path, operation, nil
}

// content is a body of the type of a kind, which becomes a component.
func (w walker) content(kind schema.GroupVersionKind, err error) (map[string]*spec3.MediaType, error) {
	if err != nil {
		return nil, err
	}
	name := w.catalog.AllKnownTypes()[kind].PkgPath() + "." + kind.Kind
	if err := w.add(name); err != nil {
		return nil, err
	}
	body := &spec.Schema{SchemaProps: spec.SchemaProps{Ref: refTo(name)}}
	return map[string]*spec3.MediaType{"application/json": {MediaTypeProps: spec3.MediaTypeProps{Schema: body}}}, nil
}

func (w walker) add(name string) error {
	component := componentOf(name)
	if _, added := w.schemas[component]; added {
		return nil
	}
	definition, ok := w.definitions[name]
	if !ok {
		return fmt.Errorf("no definition of %s: is its package among those of derive-documents.ts?", name)
	}
	w.schemas[component] = &definition.Schema
	for _, dependency := range definition.Dependencies {
		if err := w.add(dependency); err != nil {
			return err
		}
	}
	return nil
}

func componentOf(name string) string {
	return strings.ReplaceAll(name, "/", ".")
}

func refTo(name string) spec.Ref {
	return spec.MustCreateRef("#/components/schemas/" + componentOf(name))
}

func operationID(hook runtimecatalog.GroupVersionHook) string {
	words := strings.Split(strings.TrimSuffix(hook.Group, ".x-k8s.io"), ".")
	id := words[0]
	for _, word := range append(words[1:], hook.Version, hook.Hook) {
		id += strings.ToUpper(word[:1]) + word[1:]
	}
	return id
}
