// Command api-kinds writes what Cluster API's own Go types say about its kinds: which kinds each API version has, and their
// fields, types and what is required, as JSON. Every package of the module that registers kinds must be among those it knows.
// Descriptions, bounds and the fields of metadata are left out.
//
// The tests of packages/api compare Capstan's CRDs with the committed output (facts.json).
package main

import (
	"encoding/json"
	"fmt"
	"os"
	"reflect"
	"runtime/debug"
	"strings"

	"capstan.dev/tools/peers/hooks-openapi/reflected"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"
)

// module is the Go module whose kinds are listed.
const module = "sigs.k8s.io/cluster-api/api"

// Facts is the whole output.
type Facts struct {
	Source string `json:"source"`
	// Kinds has the spec and status of each kind, by API version and kind.
	Kinds      map[string]map[string]*reflected.Schema `json:"kinds"`
	Components map[string]*reflected.Schema            `json:"components"`
}

func main() {
	facts, err := reflectKinds()
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

func reflectKinds() (*Facts, error) {
	if err := knowsEveryPackage(); err != nil {
		return nil, err
	}
	scheme := runtime.NewScheme()
	for _, add := range packages {
		if err := add(scheme); err != nil {
			return nil, err
		}
	}
	source, err := moduleVersion()
	if err != nil {
		return nil, err
	}
	facts := &Facts{Source: source, Kinds: map[string]map[string]*reflected.Schema{}}
	walk := reflected.NewWalker()
	for gvk, t := range scheme.AllKnownTypes() {
		if !isKind(t) {
			continue
		}
		apiVersion := gvk.GroupVersion().String()
		if facts.Kinds[apiVersion] == nil {
			facts.Kinds[apiVersion] = map[string]*reflected.Schema{}
		}
		facts.Kinds[apiVersion][gvk.Kind] = walk.Fields(t, notMeta)
	}
	facts.Components = walk.Components
	return facts, walk.Err
}

// isKind leaves out lists, and what apimachinery registers in every version.
func isKind(t reflect.Type) bool {
	_, isList := t.FieldByName("ListMeta")
	return strings.HasPrefix(t.PkgPath(), module+"/") && !isList
}

// notMeta leaves out apiVersion, kind and metadata of a kind.
func notMeta(field reflect.StructField) bool {
	return field.Type != reflect.TypeFor[metav1.TypeMeta]() && field.Type != reflect.TypeFor[metav1.ObjectMeta]()
}

// moduleVersion gives the module with the version that this program is built with.
func moduleVersion() (string, error) {
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return "", fmt.Errorf("this program has no build information: run it with `go run .`")
	}
	for _, dependency := range info.Deps {
		if dependency.Path == module {
			return dependency.Path + " " + dependency.Version, nil
		}
	}
	return "", fmt.Errorf("%s is not among the dependencies", module)
}
