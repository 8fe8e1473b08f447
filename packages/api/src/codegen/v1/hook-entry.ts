// An entry of a generated hook catalog, and the schemas that it refers to.
import type { HookConversion } from "@capstan/contract/codegen/v1";
import type { Hook } from "@capstan/contract/define";
import type { JSONSchema } from "@capstan/kube/builtin";

/** A hook, the path at which extensions serve it, and what they check and convert it by. */
export interface HookEntry<out Request extends object = object, out Response extends object = object> extends Hook<
  Request,
  Response
> {
  /** The path below the extension's URL; the name of the handler follows it, except for singletons. */
  readonly path: string;
  /** The schemas of request and response. Cluster API's own hooks have theirs in `@capstan/api/openapi`. */
  readonly schemas?: HookSchemas;
  /** The conversions between versions of the catalog's hooks, where there are any. */
  readonly conversions?: readonly HookConversion[];
  /** Every version of the hook in the catalog, the newest first, this one included. Without it there is this one. */
  readonly versions?: () => readonly HookEntry[];
}

/** The schemas of types by their names in the OpenAPI document; the first call parses them. */
export type HookComponents = () => Readonly<Record<string, JSONSchema>>;

/** Where the schemas of a hook are: the components, and the names of those of its request and its response. */
export interface HookSchemas {
  readonly components: HookComponents;
  readonly request: string;
  readonly response: string;
}

/** Components from the JSON of each. Generated files have them as text, because an extension that answers no call needs none. */
export function hookComponents(texts: Readonly<Record<string, string>>): HookComponents {
  let parsed: Readonly<Record<string, JSONSchema>> | undefined;
  return () => (parsed ??= Object.fromEntries(Object.entries(texts).map(([name, text]) => [name, schemaOf(text)])));
}

/** The generator wrote it. */
function schemaOf(text: string): JSONSchema {
  return JSON.parse(text);
}
