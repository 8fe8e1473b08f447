// An entry of a generated hook catalog.
import type { Hook } from "@capstan/contract/define";

/** A hook and the path at which extensions serve it. */
export interface HookEntry<out Request extends object = object, out Response extends object = object> extends Hook<
  Request,
  Response
> {
  /** The path below the extension's URL; the name of the handler follows it, except for singletons. */
  readonly path: string;
}
