// Type nodes as schemas, and the components that they refer to.
import {
  resolveNode,
  typeOf,
  type NamedType,
  type ObjectNode,
  type ScalarName,
  type TypeModel,
  type TypeNode,
} from "@capstan/generator-model";
import { type Diagnostic, setOwn } from "@capstan/kube";
import { componentName, type ComponentNaming } from "./component-names.ts";
import { hookProblem } from "../diagnostics.ts";
import type { EmitOpenApiOptions, OpenApiSchema } from "./document.ts";
import { kubeComponents, kubeTypes, openComponents, refTo } from "./kube-components.ts";
import { withTags, type TagChoice } from "./tag-keywords.ts";

const scalars: Readonly<Record<ScalarName, OpenApiSchema>> = {
  string: { type: "string" },
  boolean: { type: "boolean" },
  Int32: { type: "integer", format: "int32" },
  Int64: { type: "integer", format: "int64" },
  Int: { type: "integer" },
  Float: { type: "number", format: "float" },
  Double: { type: "number", format: "double" },
  Time: refTo(openComponents.Time),
  MicroTime: refTo(openComponents.Time),
  Duration: { type: "string" },
  Quantity: { type: "string" },
  IntOrString: refTo(openComponents.IntOrString),
  Bytes: { type: "string", format: "byte" },
};

/** The most schemas of one document; that of Cluster API's own hooks has fewer than 2,000. */
const mostSchemas = 50_000;

/** Collects components while nodes become schemas. */
export class ComponentSchemas {
  readonly schemas: Record<string, OpenApiSchema> = {};
  readonly diagnostics: Diagnostic[] = [];
  readonly #owners = new Map<string, NamedType>();
  readonly #model: TypeModel;
  readonly #naming: ComponentNaming;
  readonly #constraints: boolean | "all";
  /** The aliases that are being written out. */
  readonly #inside = new Set<NamedType>();
  #count = 0;

  constructor(
    model: TypeModel,
    { components, constraints = false }: Pick<EmitOpenApiOptions, "components" | "constraints">,
  ) {
    this.#model = model;
    this.#naming = components;
    this.#constraints = constraints;
  }

  /** The schema of a node; objects with a name are references to components, which are added. */
  schemaOf(node: TypeNode, tags: TagChoice = "topology"): OpenApiSchema {
    this.#count += 1;
    if (this.#count > mostSchemas) return this.#tooLarge();
    if (node.kind === "ref") return this.#reference(typeOf(this.#model, node.type));
    switch (node.kind) {
      case "scalar":
        return this.#withKube({ ...scalars[node.scalar] });
      case "enum":
        return { type: node.base, enum: [...node.values] };
      case "pattern":
        return { type: "string" };
      case "open":
        return node.open === "empty" ? { type: "object" } : this.#open(node.open);
      case "list":
        return { type: "array", items: this.schemaOf(node.element, tags) };
      case "map":
        return { type: "object", additionalProperties: this.schemaOf(node.value, tags) };
      case "nullable":
        return { ...this.schemaOf(node.of, tags), nullable: true };
      case "object":
        return this.#object(node, tags);
      case "union":
        return this.#unwritable("a discriminated union");
    }
  }

  /** One diagnostic is reported for all schemas beyond the limit. */
  #tooLarge(): OpenApiSchema {
    if (this.#count > mostSchemas + 1) return {};
    const innermost = [...this.#inside].at(-1);
    const values = { limit: mostSchemas.toLocaleString("en"), type: innermost?.name ?? "" };
    this.diagnostics.push(hookProblem("openapi/too-large", { values, position: innermost?.position }));
    return {};
  }

  #unwritable(what: string): OpenApiSchema {
    this.diagnostics.push(hookProblem("openapi/no-type", { values: { what } }));
    return {};
  }

  #open(open: "value" | "object"): OpenApiSchema {
    return this.#withKube(refTo(open === "value" ? openComponents.JSONValue : openComponents.JSONObject));
  }

  #reference(type: NamedType): OpenApiSchema {
    const kube = type.package === "@capstan/kube" ? kubeTypes[type.name] : undefined;
    if (kube !== undefined) return this.#withKube(refTo(kube));
    const resolved = resolveNode(this.#model, type.type);
    // As in Cluster API's own document, aliases of scalars and literals are not components.
    if (resolved.kind !== "object") return this.#inline(type);
    const name = componentName(type, this.#naming);
    if (name === undefined) {
      const values = { type: type.name, module: type.module };
      this.diagnostics.push(hookProblem("openapi/no-component-name", { values, position: type.position }));
      return {};
    }
    this.#addComponent(name, type);
    return refTo(name);
  }

  #inline(type: NamedType): OpenApiSchema {
    const { name, position } = type;
    if (this.#inside.has(type)) {
      this.diagnostics.push(hookProblem("openapi/recursive-alias", { values: { type: name }, position }));
      return {};
    }
    this.#inside.add(type);
    const tags = this.#tagsOf(type);
    const schema = this.schemaOf(type.type, tags);
    this.#inside.delete(type);
    return tags === "all" ? withTags(schema, type.tags, tags) : schema;
  }

  /** Types of other packages, such as those of Cluster API, have no constraints in its document. */
  #tagsOf(type: NamedType): TagChoice {
    const all = this.#constraints === "all" || (this.#constraints && type.package === undefined);
    return all ? "all" : "topology";
  }

  #addComponent(name: string, type: NamedType): void {
    const owner = this.#owners.get(name);
    if (owner !== undefined) {
      if (owner.id !== type.id) this.#twice(name, owner, type);
      return;
    }
    this.#owners.set(name, type);
    const tags = this.#tagsOf(type);
    const { description: _, ...schema } = this.schemaOf(resolveNode(this.#model, type.type), tags);
    setOwn(this.schemas, name, withTags({ ...schema, ...described(type.description) }, type.tags, tags));
  }

  #twice(name: string, first: NamedType, second: NamedType): void {
    const shown = (type: NamedType): string => `${type.name} in ${type.module}`;
    const values = { name, first: shown(first), second: shown(second) };
    this.diagnostics.push(hookProblem("openapi/duplicate-component", { values, position: second.position }));
  }

  /** The apiVersion, kind and metadata of a kind are never required: core leaves them out of embedded objects. */
  #object({ properties, identity }: ObjectNode, tags: TagChoice): OpenApiSchema {
    const fields: Record<string, OpenApiSchema> = identity
      ? {
          apiVersion: { type: "string", description: "apiVersion is the group and version of the object." },
          kind: { type: "string", description: "kind is the kind of the object." },
          metadata: {
            ...this.#withKube(refTo(kubeTypes["ObjectMeta"] ?? "")),
            description: "metadata names the object.",
          },
        }
      : {};
    for (const property of properties) {
      const schema = { ...this.schemaOf(property.type, tags), ...described(property.description) };
      setOwn(fields, property.name, withTags(schema, property.tags, tags));
    }
    const required = properties.filter((property) => !property.optional).map((property) => property.name);
    return { type: "object", properties: fields, ...(required.length === 0 ? {} : { required }) };
  }

  /** The schema, with the components of Kubernetes that it and they refer to. */
  #withKube(schema: OpenApiSchema): OpenApiSchema {
    for (const name of referencesOf(schema)) {
      const component = kubeComponents[name];
      if (component === undefined || this.schemas[name] !== undefined) continue;
      this.schemas[name] = component;
      this.#withKube(component);
    }
    return schema;
  }
}

function described(description: string): OpenApiSchema {
  return description === "" ? {} : { description };
}

/** The components that a schema refers to, itself or below. */
function referencesOf(schema: OpenApiSchema): string[] {
  const below = [...Object.values(schema.properties ?? {}), schema.items, schema.additionalProperties];
  return [
    ...(schema.$ref === undefined ? [] : [schema.$ref.slice("#/components/schemas/".length)]),
    ...below.flatMap((child) => (child === undefined ? [] : referencesOf(child))),
  ];
}
