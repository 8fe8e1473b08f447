// The TypeScript of a pair of versions, as an author would write it.

/** What differs from pair to pair. */
export interface PairText {
  /** The bodies of both versions. */
  readonly older: string;
  readonly newer: string;
  /** The declaration. */
  readonly rules: string;
  /** Further definitions. */
  readonly more?: string;
}

/** What a module of definitions begins with. */
export const imports = `
import type { SeverityCondition } from "@capstan/contract/conditions";
import { defineConversion, type Conversion } from "@capstan/contract/conversion";
import { defineResource } from "@capstan/contract/define";
import type { Condition, Duration, EmptyObject, Int, Int32, Int64, IntOrString, JSONObject, KubeObject, Quantity, Resource, Time } from "@capstan/kube";
`;

/** A module with the definitions of a pair. */
export function sourceOf({ rules, more = "", ...versions }: PairText): string {
  // A doc comment stands on a line of its own.
  const [older, newer] = [versions.older, versions.newer].map((body) => body.replaceAll(/\/\*\*.*?\*\//gs, "\n$&\n"));
  return `${imports}
export interface Older extends KubeObject<"g.io/v1", "Foo"> { ${older} }
export const Older: Resource<Older> = defineResource({ apiVersion: "g.io/v1", kind: "Foo" });
export interface Newer extends KubeObject<"g.io/v2", "Foo"> { ${newer} }
export const Newer: Resource<Newer> = defineResource({ apiVersion: "g.io/v2", kind: "Foo", storage: true });
export const foo: Conversion<Older, Newer> = defineConversion({ ${rules} });
${more}`;
}
