// The components that hooks need, in plain form. Components that Capstan has types of are imported, and their own components are not needed.
import { rejectAt } from "./diagnostics.ts";
import { FreeNames } from "./free-names.ts";
import type { KnownType, KnownTypes } from "./known-types.ts";
import type { PreparedHook } from "./layout.ts";
import type { ImportContext } from "./merge-all-of.ts";
import { plainSchema, type PlainSchema } from "./plain-schema.ts";
import type { BodySchema, ForeignHook } from "./read-hooks.ts";
import { componentOf } from "./schema-components.ts";
import { isInterface } from "./write-declarations.ts";
import { usedBy } from "./write-module.ts";

/** Components by name, collected from hooks. */
export class Collected {
  readonly schemas: Map<string, PlainSchema> = new Map();
  readonly known: Map<string, KnownType> = new Map();
  /** Schemas inside operations, which have no name in the document. */
  readonly unnamed: Set<string> = new Set();
  readonly #context: ImportContext;
  readonly #types: KnownTypes;
  readonly #bodyNames: FreeNames;

  constructor(context: ImportContext, types: KnownTypes) {
    this.#context = context;
    this.#types = types;
    this.#bodyNames = new FreeNames(Object.keys(context.components.all));
  }

  /** Every component whose shape is needed. */
  get all(): ReadonlyMap<string, PlainSchema> {
    const imported = [...this.known.keys()].map((name): [string, PlainSchema] => [name, { type: "object" }]);
    return new Map([...this.schemas, ...imported]);
  }

  /** A hook with the components of its request and response. */
  hook(hook: ForeignHook): PreparedHook {
    const requestComponent = this.#side(hook.request, `${hook.name}Request`);
    const responseComponent = this.#side(hook.response, `${hook.name}Response`);
    const { properties = {}, required = [] } = this.#behind(responseComponent);
    if (properties["status"] === undefined || !required.includes("status"))
      rejectAt(this.#context, "openapi/import-status", { path: hook.response.path, values: { name: hook.name } });
    return { ...hook, requestComponent, responseComponent, blocking: properties["retryAfterSeconds"] !== undefined };
  }

  /** The component of a request or response; a schema inside the operation gets a name. */
  #side({ schema, path }: BodySchema, wanted: string): string {
    const plain = plainSchema(this.#context, schema, path);
    const component = plain.$ref === undefined ? undefined : componentOf(plain.$ref);
    if (component !== undefined && Object.keys(plain).length === 1) {
      this.#add([component]);
      return component;
    }
    const name = this.#bodyNames.take([wanted, `${wanted}Body`]);
    this.unnamed.add(name);
    this.schemas.set(name, plain);
    this.#add(usedBy(this, name));
    return name;
  }

  /** The schema of a component, with aliases followed. */
  #behind(component: string): PlainSchema {
    const seen = new Set<string>();
    let schema = this.schemas.get(component);
    while (schema?.$ref !== undefined && !seen.has(schema.$ref)) {
      seen.add(schema.$ref);
      schema = this.schemas.get(componentOf(schema.$ref) ?? "");
    }
    return schema ?? {};
  }

  #add(components: readonly string[]): void {
    const queue = new Set(components);
    for (const component of queue) {
      if (this.schemas.has(component) || this.known.has(component)) continue;
      const type = this.#types.find(component);
      if (type !== undefined) {
        this.known.set(component, type);
        continue;
      }
      const path = ["components", "schemas", component];
      this.schemas.set(component, plainSchema(this.#context, this.#context.components.all[component], path));
      for (const used of usedBy(this, component)) queue.add(used);
    }
  }

  /** Rejects aliases that contain themselves. Objects become interfaces and may. */
  rejectEndless(): void {
    const done = new Set<string>();
    const open = new Set<string>();
    const { work } = this.#context;
    const visit = (component: string): void => {
      if (done.has(component) || isInterface(this.schemas.get(component) ?? {})) return;
      open.add(component);
      for (const used of usedBy(this, component)) {
        const path = ["components", "schemas", used];
        if (!open.has(used)) work.read(this.#context, path, () => visit(used));
        else rejectAt(this.#context, "openapi/import-circular", { path, values: { name: used } });
      }
      open.delete(component);
      done.add(component);
    };
    for (const component of this.schemas.keys()) visit(component);
  }
}
