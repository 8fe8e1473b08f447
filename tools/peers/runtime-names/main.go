// Command runtime-names prints the names that controller-runtime exports in the packages that an operator uses, as JSON: functions,
// types, constants and variables of each package, and the fields of its options. The version stands in go.mod.
package main

import (
	"encoding/json"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
)

const module = "sigs.k8s.io/controller-runtime"

// packages are those whose names are printed, by their path below pkg.
var packages = []string{
	"builder", "cache", "client", "controller", "controller/controllerutil", "event", "handler", "manager", "predicate",
	"reconcile", "source", "webhook", "webhook/admission",
}

// structs are the types whose fields are printed, too.
var structs = []string{
	"cache.ByObject", "cache.Config", "cache.Options", "client.CacheOptions", "client.Options", "controller.TypedOptions",
	"manager.Options", "reconcile.Result", "webhook.Options",
}

// facts is what is printed.
type facts struct {
	Source string              `json:"source"`
	Names  map[string][]string `json:"names"`
	Fields map[string][]string `json:"fields"`
}

func main() {
	if err := run(); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func run() error {
	folder, version, err := find()
	if err != nil {
		return err
	}
	found := facts{Source: module + " " + version, Names: map[string][]string{}, Fields: map[string][]string{}}
	for _, path := range packages {
		if err := found.read(folder, path); err != nil {
			return err
		}
	}
	for _, name := range structs {
		if len(found.Fields[name]) == 0 {
			return fmt.Errorf("there are no fields of %s: change the list of structs", name)
		}
	}
	encoder := json.NewEncoder(os.Stdout)
	encoder.SetIndent("", " ")
	return encoder.Encode(found)
}

// find gives the folder of the module, which is downloaded when it is not there, and its version.
func find() (folder, version string, err error) {
	printed, err := exec.Command("go", "mod", "download", "-json", module).Output()
	if err != nil {
		return "", "", fmt.Errorf("download %s: %w", module, err)
	}
	var answer struct{ Dir, Version string }
	err = json.Unmarshal(printed, &answer)
	return answer.Dir, answer.Version, err
}

// read adds the names of a package: those of the last part of its path, as Go code names it.
func (f *facts) read(folder, path string) error {
	files, err := filepath.Glob(filepath.Join(folder, "pkg", filepath.FromSlash(path), "*.go"))
	if err != nil {
		return err
	}
	name := filepath.Base(path)
	for _, file := range files {
		if strings.HasSuffix(file, "_test.go") {
			continue
		}
		parsed, err := parser.ParseFile(token.NewFileSet(), file, nil, parser.SkipObjectResolution)
		if err != nil {
			return err
		}
		for _, declaration := range parsed.Decls {
			f.add(name, declaration)
		}
	}
	slices.Sort(f.Names[name])
	if len(f.Names[name]) == 0 {
		return fmt.Errorf("%s exports no names: change the list of packages", path)
	}
	return nil
}

// add adds what a declaration exports.
func (f *facts) add(pkg string, declaration ast.Decl) {
	switch each := declaration.(type) {
	case *ast.FuncDecl:
		if each.Recv == nil {
			f.name(pkg, each.Name)
		}
	case *ast.GenDecl:
		for _, spec := range each.Specs {
			switch one := spec.(type) {
			case *ast.TypeSpec:
				f.name(pkg, one.Name)
				f.fields(pkg+"."+one.Name.Name, one.Type)
			case *ast.ValueSpec:
				for _, name := range one.Names {
					f.name(pkg, name)
				}
			}
		}
	}
}

func (f *facts) name(pkg string, name *ast.Ident) {
	if name.IsExported() {
		f.Names[pkg] = append(f.Names[pkg], name.Name)
	}
}

func (f *facts) fields(owner string, of ast.Expr) {
	structure, is := of.(*ast.StructType)
	if !is || !slices.Contains(structs, owner) {
		return
	}
	for _, field := range structure.Fields.List {
		for _, name := range field.Names {
			if name.IsExported() {
				f.Fields[owner] = append(f.Fields[owner], name.Name)
			}
		}
	}
}
