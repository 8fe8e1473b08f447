// Package reflected says what Go types are in JSON, as OpenAPI schemas: types, properties and what is required. It walks types by
// reflection; only what reflection cannot see (the markers +optional and +required) is read from the sources.
package reflected

import (
	"encoding/json"
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

// Walker collects the components that types reach.
type Walker struct {
	// Components has every struct that was reached, by the name of its type.
	Components map[string]*Schema
	// Err is the first error of reading sources.
	Err     error
	markers *markerReader
}

// NewWalker makes a walker without components.
func NewWalker() *Walker {
	return &Walker{Components: map[string]*Schema{}, markers: newMarkerReader()}
}

// Component walks the type of an object and returns the name of its component.
func (w *Walker) Component(object any) string {
	return w.schema(reflect.TypeOf(object)).Ref
}

// Fields walks the fields of a struct, without those that the filter leaves out, and returns them as a schema.
func (w *Walker) Fields(t reflect.Type, filter func(reflect.StructField) bool) *Schema {
	schema := &Schema{Type: "object"}
	w.fields(schema, t, filter)
	return schema
}

func (w *Walker) schema(t reflect.Type) *Schema {
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
func (w *Walker) structComponent(t reflect.Type) string {
	name := strings.ReplaceAll(t.PkgPath(), "/", ".") + "." + t.Name()
	if _, done := w.Components[name]; done {
		return name
	}
	schema := &Schema{}
	w.Components[name] = schema
	value := reflect.New(t).Interface()
	if special, ok := value.(typed); ok {
		w.special(schema, value, special)
		return name
	}
	if marshaler, ok := value.(json.Marshaler); ok && isText(marshaler) {
		schema.Type = "string"
		return name
	}
	schema.Type = "object"
	w.fields(schema, t, all)
	return name
}

// isText says whether a type that writes its own JSON writes a string.
func isText(value json.Marshaler) bool {
	text, err := value.MarshalJSON()
	return err == nil && strings.HasPrefix(string(text), "\"")
}

func (w *Walker) special(schema *Schema, value any, special typed) {
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

func all(reflect.StructField) bool { return true }

func (w *Walker) fields(schema *Schema, t reflect.Type, filter func(reflect.StructField) bool) {
	for i := range t.NumField() {
		field := t.Field(i)
		tag, options, _ := strings.Cut(field.Tag.Get("json"), ",")
		switch {
		case tag == "-" || !filter(field):
			continue
		case tag == "" && field.Anonymous:
			w.fields(schema, field.Type, filter)
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

func (w *Walker) field(schema *Schema, field fieldInfo) {
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

func (w *Walker) fieldMarkers(t reflect.Type, field string) markers {
	found, err := w.markers.of(t.PkgPath(), t.Name(), field)
	if err != nil && w.Err == nil {
		w.Err = err
	}
	return found
}
