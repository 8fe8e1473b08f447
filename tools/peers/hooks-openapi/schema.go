package main

import (
	"reflect"
	"strings"
)

// Schema is the part of an OpenAPI schema that is compared.
type Schema struct {
	Type                 string             `json:"type,omitempty"`
	Format               string             `json:"format,omitempty"`
	Ref                  string             `json:"ref,omitempty"`
	OneOf                []string           `json:"oneOf,omitempty"`
	Items                *Schema            `json:"items,omitempty"`
	AdditionalProperties *Schema            `json:"additionalProperties,omitempty"`
	Properties           map[string]*Schema `json:"properties,omitempty"`
	Required             []string           `json:"required,omitempty"`
}

// The methods by which a Go type says how OpenAPI sees it.
type (
	typed     interface{ OpenAPISchemaType() []string }
	formatted interface{ OpenAPISchemaFormat() string }
	oneOf     interface{ OpenAPIV3OneOfTypes() []string }
)

// scalars maps Go's kinds to type and format.
var scalars = map[reflect.Kind][2]string{
	reflect.String:  {"string", ""},
	reflect.Bool:    {"boolean", ""},
	reflect.Int:     {"integer", "int32"},
	reflect.Int32:   {"integer", "int32"},
	reflect.Int64:   {"integer", "int64"},
	reflect.Float64: {"number", "double"},
}

// walker collects the components that types reach.
type walker struct {
	components map[string]*Schema
	markers    *markerReader
	err        error
}

func newWalker() *walker {
	return &walker{components: map[string]*Schema{}, markers: newMarkerReader()}
}

// component walks the type of an object and returns the name of its component.
func (w *walker) component(object any) string {
	return w.schema(reflect.TypeOf(object)).Ref
}

func (w *walker) schema(t reflect.Type) *Schema {
	switch t.Kind() {
	case reflect.Pointer:
		return w.schema(t.Elem())
	case reflect.Slice:
		if t.Elem().Kind() == reflect.Uint8 {
			return &Schema{Type: "string", Format: "byte"}
		}
		return &Schema{Type: "array", Items: w.schema(t.Elem())}
	case reflect.Map:
		return &Schema{Type: "object", AdditionalProperties: w.schema(t.Elem())}
	case reflect.Struct:
		return &Schema{Ref: w.structComponent(t)}
	default:
		scalar := scalars[t.Kind()]
		return &Schema{Type: scalar[0], Format: scalar[1]}
	}
}

// structComponent adds the component of a struct, once, and returns its name.
func (w *walker) structComponent(t reflect.Type) string {
	name := strings.ReplaceAll(t.PkgPath(), "/", ".") + "." + t.Name()
	if _, done := w.components[name]; done {
		return name
	}
	schema := &Schema{}
	w.components[name] = schema
	value := reflect.New(t).Interface()
	if special, ok := value.(typed); ok {
		w.special(schema, value, special)
		return name
	}
	schema.Type = "object"
	w.fields(schema, t)
	return name
}

func (w *walker) special(schema *Schema, value any, special typed) {
	if types := special.OpenAPISchemaType(); len(types) > 0 {
		schema.Type = types[0]
	}
	if format, ok := value.(formatted); ok {
		schema.Format = format.OpenAPISchemaFormat()
	}
	if alternatives, ok := value.(oneOf); ok {
		schema.Type = ""
		schema.OneOf = alternatives.OpenAPIV3OneOfTypes()
	}
}

func (w *walker) fields(schema *Schema, t reflect.Type) {
	for i := range t.NumField() {
		field := t.Field(i)
		tag, options, _ := strings.Cut(field.Tag.Get("json"), ",")
		switch {
		case tag == "-":
			continue
		case tag == "" && field.Anonymous:
			w.fields(schema, field.Type)
			continue
		}
		w.field(schema, fieldInfo{name: tag, options: options, markers: w.fieldMarkers(t, field.Name), schema: w.schema(field.Type)})
	}
}

type fieldInfo struct {
	name, options string
	markers       markers
	schema        *Schema
}

func (w *walker) field(schema *Schema, field fieldInfo) {
	if schema.Properties == nil {
		schema.Properties = map[string]*Schema{}
	}
	schema.Properties[field.name] = field.schema
	if !isOptional(field) {
		schema.Required = append(schema.Required, field.name)
	}
}

// isOptional decides as kube-openapi does: by marker, else by omitempty.
func isOptional(field fieldInfo) bool {
	if field.markers["required"] {
		return false
	}
	if field.markers["optional"] {
		return true
	}
	return strings.Contains(field.options, "omitempty")
}

func (w *walker) fieldMarkers(t reflect.Type, field string) markers {
	found, err := w.markers.of(t.PkgPath(), t.Name(), field)
	if err != nil && w.err == nil {
		w.err = err
	}
	return found
}
