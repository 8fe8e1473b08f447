// Hook documents in the form in which an imported and a generated one must be equal: what is left out here is the whole
// list of what an import loses (docs/hook-specs.md says it in words).
type Json = Record<string, unknown>;

const at = (value: unknown, ...path: string[]): unknown =>
  path.reduce<unknown>((inner, key) => (inner as Json | undefined)?.[key], value);

/** The operations by path, and the components that they reach. */
export function normalForm(document: unknown): { readonly operations: Json; readonly components: Json } {
  const form = new NormalForm(document as Json);
  const operations = Object.entries((document as Json)["paths"] as Json).map(([path, item]) => [
    // The name of the parameter is ours.
    path.replace(/\{.*\}$/, "{name}"),
    form.operation(at(item, "post") as Json),
  ]);
  return { operations: Object.fromEntries(operations) as Json, components: form.components };
}

class NormalForm {
  readonly components: Json = {};
  readonly #document: Json;

  constructor(document: Json) {
    this.#document = document;
  }

  /** What a hook declares; ids, descriptions of parameters and responses, and other responses are lost. */
  operation({ summary, description, tags = [], deprecated = false, requestBody, responses }: Json): Json {
    const fallback = summary ?? String(description).split("\n")[0];
    return {
      summary: fallback,
      description: description ?? fallback,
      tags,
      deprecated,
      request: this.#body(requestBody),
      response: this.#body(at(responses, "200")),
    };
  }

  #body(body: unknown): unknown {
    const reference = at(body, "$ref");
    const target = typeof reference === "string" ? at(this.#document, ...reference.slice(2).split("/")) : body;
    const schema = at(target, "content", "application/json", "schema") as Json;
    return this.#schema(schema);
  }

  /** Components that only give a name to a list, a map or a scalar are written out where they are used. */
  #schema(given: Json): Json {
    const schema = this.#merged(given);
    const { $ref, ...beside } = schema;
    if (typeof $ref !== "string") return this.#parts(schema);
    const name = $ref.slice("#/components/schemas/".length);
    const target = at(this.#document, "components", "schemas", name) as Json;
    const { description: _, ...merged } = this.#merged(target);
    const kept = Object.fromEntries(
      Object.entries(beside).filter(([key, value]) => !(key === "default" && isEmpty(value))),
    );
    if (merged["properties"] === undefined && merged["$ref"] === undefined) return this.#parts({ ...merged, ...kept });
    // A schema that stood in the operation has become a component, whose name begins with the project's.
    if (name.startsWith("backup.")) return this.#parts({ ...merged, ...kept });
    // Types of Kubernetes and Cluster API's core are Capstan's.
    if (/^(?:k8s\.io|sigs\.k8s\.io\.cluster-api\.api\.core)\./.test(name)) return { $ref: name, ...kept };
    if (!Object.hasOwn(this.components, name)) {
      this.components[name] = {};
      this.components[name] = this.#parts(this.#merged(target));
    }
    return { $ref: name, ...kept };
  }

  /** `allOf` of one schema is that schema; of several, one object. */
  #merged({ allOf, ...schema }: Json): Json {
    if (!Array.isArray(allOf)) return schema;
    const parts = allOf as Json[];
    if (parts.length === 1 && schema["properties"] === undefined) return this.#merged({ ...parts[0], ...schema });
    return [...parts, schema].reduce<Json>((sum, part) => {
      const reference = part["$ref"];
      const target =
        typeof reference === "string" ? (at(this.#document, ...reference.slice(2).split("/")) as Json) : part;
      const { description: _, ...flat } = this.#merged(target);
      return {
        ...sum,
        ...flat,
        ...(part["description"] === undefined || typeof reference === "string"
          ? {}
          : { description: part["description"] }),
        properties: { ...(sum["properties"] as Json), ...(flat["properties"] as Json) },
        required: [...((sum["required"] ?? []) as string[]), ...((flat["required"] ?? []) as string[])],
      };
    }, {});
  }

  #parts({ properties, items, additionalProperties, required, nullable, ...rest }: Json): Json {
    const names = [...new Set((required ?? []) as string[])].toSorted();
    const fields = Object.entries((properties ?? {}) as Json).map(([name, property]): [string, Json] => {
      const schema = this.#schema(property as Json);
      return [name, names.includes(name) ? withoutZero(schema) : schema];
    });
    return {
      ...withoutForm(rest),
      ...(fields.length > 0 && { type: "object", properties: Object.fromEntries(fields) }),
      ...(items !== undefined && { items: withoutZero(this.#schema(items as Json)) }),
      ...(additionalProperties !== undefined && { additionalProperties: this.#additional(additionalProperties) }),
      ...(names.length > 0 && { required: names }),
      ...(nullable === true && { nullable }),
    };
  }

  #additional(value: unknown): unknown {
    if (typeof value === "boolean") return value ? {} : false;
    return withoutZero(this.#schema(value as Json));
  }
}

function isEmpty(value: unknown): boolean {
  return typeof value === "object" && value !== null && Object.keys(value).length === 0;
}

/** Go's generator gives required fields and elements their zero value as default. */
function withoutZero({ default: given, ...schema }: Json): Json {
  return ["", 0, false, undefined].includes(given as never) ? schema : { ...schema, default: given };
}

/** A number or a string is written in one way. */
function withoutForm({ oneOf, format, ...schema }: Json): Json {
  if (oneOf !== undefined) return { ...schema, intOrString: true };
  return { ...schema, ...(format !== undefined && { format }) };
}
