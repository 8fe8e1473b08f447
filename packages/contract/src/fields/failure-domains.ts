// The two forms of failure domains: contract v1beta1's map by name and v1beta2's list. Both are read into one sorted list.
import { errorOf, isJsonObject } from "@capstan/kube";
import { contractErrors } from "../contract-errors.ts";
import type { Shape } from "../contracts/shape.ts";

/** A place whose machines can fail together. */
export interface FailureDomain {
  readonly name: string;
  /** Whether control plane machines may be placed there. */
  readonly controlPlane?: boolean;
  readonly attributes?: Readonly<Record<string, string>>;
}

type Entry = Omit<FailureDomain, "name">;

/** Failure domains from either form, sorted by name; an absent field gives an empty list, another JSON type throws. */
export function parseFailureDomains(value: unknown, path: string): readonly FailureDomain[] {
  if (value === undefined) return [];
  const domains = Array.isArray(value) ? (value as FailureDomain[]) : fromMap(value, path);
  return domains.toSorted((a, b) => (a.name < b.name ? -1 : Number(a.name > b.name)));
}

function fromMap(value: unknown, path: string): FailureDomain[] {
  if (!isJsonObject(value)) {
    throw errorOf(contractErrors, "contract/wrong-type", { values: { path, wanted: "a map or a list" } });
  }
  // As for lists: elements are not checked here.
  return Object.entries(value).map(([name, entry]) => ({ name, ...(entry as Entry) }));
}

/** Failure domains in the form of a contract, sorted by name so that equal domains give equal objects. */
export function formatFailureDomains(domains: readonly FailureDomain[], shape: Shape): unknown {
  const sorted = parseFailureDomains(domains, "failureDomains");
  if (shape === "failureDomainList") return sorted;
  return Object.fromEntries(sorted.map(({ name, ...entry }): [string, Entry] => [name, entry]));
}
