// An entry of a hook catalog. Generated catalogs are made of these; extension-kit serves and calls hooks by them.
// Exported by `./codegen/v1` for generated code; the entries themselves are generated/catalog.ts.
import type { Hook } from "@capstan/contract";

/** A hook with where it is served. */
export interface HookEntry<out Request extends object = object, out Response extends object = object> extends Hook<
  Request,
  Response
> {
  /** The path below the extension's URL; the name of the handler follows it, except for singletons. */
  readonly path: string;
}
