// The schemas of a document by name, and references to them. References out of the document are rejected: import reads no other file and
// nothing from the network.
import { isJsonObject, type JsonPath } from "@capstan/kube";
import { rejectAt, type Findings } from "./diagnostics.ts";

/** An object of the document whose values are not checked yet. */
export type UncheckedSchema = Readonly<Record<string, unknown>>;

/** The elements of a list; none for any other value. */
export function asArray(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

/** The component that a reference names. */
export interface FoundComponent {
  readonly name: string;
  readonly schema: unknown;
  readonly path: JsonPath;
  /** The reference in its normal form. */
  readonly reference: string;
}

const prefix = "#/components/schemas/";

/** The schemas of a document. */
export class SchemaComponents {
  readonly #schemas: UncheckedSchema;

  constructor(document: UncheckedSchema) {
    const components = document["components"];
    const schemas = isJsonObject(components) ? components["schemas"] : undefined;
    this.#schemas = isJsonObject(schemas) ? schemas : {};
  }

  /** Every component by name. */
  get all(): UncheckedSchema {
    return this.#schemas;
  }

  /** The component that a reference names; reported and undefined when it is not a schema of this document. */
  resolve(reference: string, at: Findings & { readonly path: JsonPath }): FoundComponent | undefined {
    const name = componentOf(reference);
    if (name !== undefined && allowedName.test(name) && Object.hasOwn(this.#schemas, name))
      return { name, schema: this.#schemas[name], path: ["components", "schemas", name], reference: prefix + name };
    rejectAt(at, "openapi/import-reference", {
      path: at.path,
      values: { reference, problem: problemOf(reference, name) },
    });
    return undefined;
  }
}

/** What OpenAPI allows in the names of components. */
const allowedName = /^[A-Za-z0-9._-]+$/;

function problemOf(reference: string, name: string | undefined): string {
  if (!reference.startsWith("#")) return "is outside this document";
  return name === undefined || allowedName.test(name)
    ? "names no schema of this document"
    : "has a name that OpenAPI does not allow: only letters, digits, dots, hyphens and underscores are";
}

/** The name of the component that a reference names; undefined for anything that is not one. */
export function componentOf(reference: string): string | undefined {
  if (!reference.startsWith(prefix)) return undefined;
  const name = reference.slice(prefix.length);
  return name.includes("/") ? undefined : decode(name);
}

function decode(name: string): string | undefined {
  try {
    return decodeURIComponent(name).replaceAll("~1", "/").replaceAll("~0", "~");
  } catch {
    return undefined;
  }
}
