// Command hooks-openapi writes what Cluster API's own Go types say about its Runtime Hooks: paths, components, properties,
// types and what is required, as JSON. It walks the catalog and the types by reflection; only what reflection cannot see
// (the markers +optional and +required) is read from the sources. Descriptions are left out.
//
// The tests of generators/hooks compare Capstan's document with the committed output (facts.json).
package main

import (
	"encoding/json"
	"fmt"
	"os"
	"sort"
	"strings"

	"capstan.dev/tools/peers/hooks-openapi/reflected"
	runtimecatalog "sigs.k8s.io/cluster-api/api/runtime/catalog"
	hooksv1 "sigs.k8s.io/cluster-api/api/runtime/hooks/v1alpha1"
)

// Operation is a hook: what is posted to its path and what comes back.
type Operation struct {
	Hook       string   `json:"hook"`
	Tags       []string `json:"tags"`
	Parameters []string `json:"parameters,omitempty"`
	Request    string   `json:"request"`
	Response   string   `json:"response"`
}

// Facts is the whole output.
type Facts struct {
	Source     string                       `json:"source"`
	Paths      map[string]Operation         `json:"paths"`
	Components map[string]*reflected.Schema `json:"components"`
}

func main() {
	facts, err := reflectHooks()
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	encoder := json.NewEncoder(os.Stdout)
	encoder.SetIndent("", " ")
	if err := encoder.Encode(facts); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func reflectHooks() (*Facts, error) {
	catalog := runtimecatalog.New()
	if err := hooksv1.AddToCatalog(catalog); err != nil {
		return nil, err
	}
	facts := &Facts{Source: "sigs.k8s.io/cluster-api/api v1.14.0", Paths: map[string]Operation{}}
	walk := reflected.NewWalker()
	for hook, descriptor := range catalog.AllKnownHooks() {
		request, err := catalog.NewRequest(hook)
		if err != nil {
			return nil, err
		}
		response, err := catalog.NewResponse(hook)
		if err != nil {
			return nil, err
		}
		operation := Operation{Hook: hook.Hook, Tags: descriptor.Metadata.Tags, Request: walk.Component(request),
			Response: walk.Component(response)}
		path := runtimecatalog.GVHToPath(hook, "")
		if !descriptor.Metadata.Singleton {
			path = strings.TrimSuffix(path, "/") + "/{name}"
			operation.Parameters = []string{"name"}
		}
		sort.Strings(operation.Tags)
		facts.Paths[path] = operation
	}
	facts.Components = walk.Components
	return facts, walk.Err
}
