package reflected

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
)

// markers are the names of the `+name` and `+name=value` lines of a comment.
type markers map[string]bool

// markerReader reads the markers of types and fields from the sources of packages, once for each package.
type markerReader struct {
	packages map[string]map[string]markers
}

func newMarkerReader() *markerReader {
	return &markerReader{packages: map[string]map[string]markers{}}
}

// of gives the markers of a field of a type.
func (r *markerReader) of(pkg, typeName, field string) (markers, error) {
	if _, read := r.packages[pkg]; !read {
		found, err := readPackage(pkg)
		if err != nil {
			return nil, err
		}
		r.packages[pkg] = found
	}
	return r.packages[pkg][key(typeName, field)], nil
}

func key(typeName, field string) string {
	return typeName + "." + field
}

func readPackage(pkg string) (map[string]markers, error) {
	dir, err := exec.Command("go", "list", "-f", "{{.Dir}}", pkg).Output()
	if err != nil {
		return nil, fmt.Errorf("where is %s: %w", pkg, err)
	}
	folder := strings.TrimSpace(string(dir))
	entries, err := os.ReadDir(folder)
	if err != nil {
		return nil, err
	}
	found := map[string]markers{}
	for _, entry := range entries {
		if !strings.HasSuffix(entry.Name(), ".go") || strings.HasSuffix(entry.Name(), "_test.go") {
			continue
		}
		if err := readFile(filepath.Join(folder, entry.Name()), found); err != nil {
			return nil, err
		}
	}
	return found, nil
}

func readFile(path string, found map[string]markers) error {
	file, err := parser.ParseFile(token.NewFileSet(), path, nil, parser.ParseComments|parser.SkipObjectResolution)
	if err != nil {
		return err
	}
	for _, declaration := range file.Decls {
		general, ok := declaration.(*ast.GenDecl)
		if !ok {
			continue
		}
		for _, spec := range general.Specs {
			if named, ok := spec.(*ast.TypeSpec); ok {
				readType(named, found)
			}
		}
	}
	return nil
}

func readType(spec *ast.TypeSpec, found map[string]markers) {
	body, ok := spec.Type.(*ast.StructType)
	if !ok {
		return
	}
	for _, field := range body.Fields.List {
		for _, name := range field.Names {
			found[key(spec.Name.Name, name.Name)] = markersOf(field.Doc)
		}
	}
}

func markersOf(doc *ast.CommentGroup) markers {
	found := markers{}
	if doc == nil {
		return found
	}
	for _, comment := range doc.List {
		line := strings.TrimSpace(strings.TrimPrefix(comment.Text, "//"))
		if !strings.HasPrefix(line, "+") {
			continue
		}
		name, _, _ := strings.Cut(line[1:], "=")
		found[name] = true
	}
	return found
}
