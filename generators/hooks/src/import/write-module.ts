// One file of imported hooks: its imports, the types, and a `defineHook` call for each hook, formatted like code written by hand.
import { relative, dirname } from "node:path/posix";
import {
  commentLines,
  isWritable,
  lineComment,
  stringLiteral,
  typeName,
  valueLiteral,
} from "@capstan/generator-model/writing";
import type { TypeSyntax } from "@capstan/generator-model/syntax";
import { apiModule, type KnownType } from "./known-types.ts";
import { reachedFrom, type ImportedModule, type Layout, type PreparedHook } from "./layout.ts";
import type { PlainSchema } from "./plain-schema.ts";
import { componentOf } from "./schema-components.ts";
import { writeDeclaration } from "./write-declarations.ts";
import type { TypeScope } from "./write-type.ts";

/** The components of a document. */
export interface Components {
  readonly layout: Layout;
  readonly schemas: ReadonlyMap<string, PlainSchema>;
  readonly shapes: ReadonlyMap<string, TypeSyntax>;
  readonly known: ReadonlyMap<string, KnownType>;
  /** Schemas inside operations, which have no name in the document. */
  readonly unnamed: ReadonlySet<string>;
}

/** The content of a file. */
export function writeModule(components: Components, module: ImportedModule): string {
  const imports = new Imports(components, module);
  const body = bodyOf(components, module, imports);
  const values = module.hooks.length === 0 ? [] : [`import { defineHook } from ${stringLiteral(apiModule)};`];
  if (module.hooks.length > 0) imports.vocabulary("Hook");
  return [
    lineComment(`${module.title}, imported from their OpenAPI document.`),
    ...values,
    ...imports.lines(),
    ...body,
    "",
  ].join("\n");
}

/** Types in the order in which hooks need them, every hook after its own types. */
function bodyOf(components: Components, module: ImportedModule, scope: TypeScope): string[] {
  const own = new Set(module.components);
  const seen = new Set<string>();
  // What a component of another file needs is in other files, too.
  const uses = (component: string): readonly string[] => (own.has(component) ? usedBy(components, component) : []);
  const declare = (starts: readonly string[]): string[] =>
    reachedFrom(starts, uses, seen)
      .filter((component) => own.has(component))
      .flatMap((component) => ["", ...declarationOf(components, component, scope)]);
  const ofHooks = module.hooks.flatMap((hook) => [
    ...declare([hook.requestComponent, hook.responseComponent]),
    "",
    ...hookLines(hook, scope),
  ]);
  return [...ofHooks, ...declare(module.components)];
}

/** The components that a component's schema refers to, in order. */
export function usedBy({ schemas }: Pick<Components, "schemas">, component: string): string[] {
  const found: string[] = [];
  const visit = (schema: PlainSchema): void => {
    if (schema.$ref !== undefined) found.push(componentOf(schema.$ref) ?? "");
    for (const property of Object.values(schema.properties ?? {})) visit(property);
    if (schema.items !== undefined) visit(schema.items);
    if (typeof schema.additionalProperties === "object") visit(schema.additionalProperties);
  };
  visit(schemas.get(component) ?? {});
  return found;
}

function declarationOf(
  { schemas, shapes, layout, unnamed }: Components,
  component: string,
  scope: TypeScope,
): string[] {
  const [schema, shape] = [schemas.get(component), shapes.get(component)];
  if (schema === undefined || shape === undefined) throw new Error(`it wrote no type for "${component}"`);
  const name = typeName(layout.typeNames.get(component) ?? "");
  return writeDeclaration(scope, { name, schema, shape, ...(unnamed.has(component) ? {} : { component }) });
}

function hookLines(hook: PreparedHook, scope: TypeScope): string[] {
  const { group, version, name, summary, description, tags, deprecated, singleton, blocking } = hook;
  const options: Readonly<Record<string, unknown>> = {
    apiVersion: `${group}/${version}`,
    name,
    summary,
    description,
    ...(tags.length > 0 && { tags }),
    ...(deprecated && { deprecated }),
    ...(singleton && { singleton }),
    ...(blocking && { blocking }),
  };
  const types = [hook.requestComponent, hook.responseComponent].map((component) => scope.componentType(component));
  return [
    ...(isWritable(summary) ? commentLines({ description: summary, tags: [] }) : []),
    ...constantLines(name, types, Object.entries(options)),
  ];
}

const width = 120;

/** The constant, broken where the formatter would break it. */
function constantLines(name: string, types: readonly string[], options: readonly [string, unknown][]): string[] {
  const lines = [...options.flatMap(([key, value]) => optionLines(key, value)), "});"];
  const declared = `export const ${typeName(name)}: Hook<${types.join(", ")}> =`;
  if (`${declared} defineHook({`.length <= width) return [`${declared} defineHook({`, ...lines];
  if (declared.length <= width) return [declared, "  defineHook({", ...lines.map((line) => `  ${line}`)];
  return [`export const ${name}: Hook<`, ...separate(types), "> = defineHook({", ...lines];
}

function separate(types: readonly string[]): string[] {
  return types.map((type, i) => (i < types.length - 1 ? `  ${type},` : `  ${type}`));
}

/** Long strings are on a line of their own. */
function optionLines(key: string, value: unknown): string[] {
  const text = valueLiteral(value);
  const line = `  ${key}: ${text},`;
  return line.length <= width || typeof value !== "string" ? [line] : [`  ${key}:`, `    ${text},`];
}

/** The imports of a file, collected while it is written. */
class Imports implements TypeScope {
  readonly #byModule = new Map<string, Set<string>>();
  readonly #components: Components;
  readonly #module: ImportedModule;

  constructor(components: Components, module: ImportedModule) {
    this.#components = components;
    this.#module = module;
  }

  vocabulary(name: string): string {
    this.#add(apiModule, name);
    return name;
  }

  componentType(component: string): string {
    const { layout, known } = this.#components;
    const name = typeName(layout.typeNames.get(component) ?? "");
    const type = known.get(component);
    const home = layout.moduleOf.get(component);
    if (type !== undefined) this.#add(type.module, type.name === name ? name : `${type.name} as ${name}`);
    else if (home !== undefined && home !== this.#module) this.#add(specifier(this.#module.path, home.path), name);
    return name;
  }

  /** One line for each module, packages first. */
  lines(): string[] {
    return [...this.#byModule]
      .toSorted(([a], [b]) => Number(a.startsWith(".")) - Number(b.startsWith(".")) || (a < b ? -1 : 1))
      .flatMap(([module, names]) => importLines(module, [...names].toSorted()));
  }

  #add(module: string, name: string): void {
    this.#byModule.set(module, (this.#byModule.get(module) ?? new Set()).add(name));
  }
}

function importLines(module: string, names: readonly string[]): string[] {
  const line = `import type { ${names.join(", ")} } from ${stringLiteral(module)};`;
  if (line.length <= width) return [line];
  return ["import type {", ...names.map((name) => `  ${name},`), `} from ${stringLiteral(module)};`];
}

function specifier(from: string, to: string): string {
  const path = relative(dirname(from), to);
  return path.startsWith(".") ? path : `./${path}`;
}
