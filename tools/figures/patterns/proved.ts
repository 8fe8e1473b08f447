// The expressions that were proved to be linear: proving all of them takes half a minute, which is too long for every `check`.
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "@capstan/repo";
import type { Pattern } from "./find-patterns.ts";

/** Where they stand, from the root. */
export const provedFile = "tools/figures/patterns/proved.json";

/** An expression as it stands in the list; what is put together while the program runs has no place there. */
export const nameOf = ({ source, flags }: Pick<Pattern, "source" | "flags">): string =>
  source === undefined ? "not known" : `/${source}/${flags}`;

/** The list as it is in the checkout. */
export function readProved(): ReadonlySet<string> {
  const names: unknown = JSON.parse(readFileSync(join(root, provedFile), "utf8"));
  if (!Array.isArray(names)) throw new Error(`${provedFile} must be a list of expressions`);
  return new Set(names.filter((name) => typeof name === "string"));
}

/** Replaces the list. */
export function writeProved(names: Iterable<string>): void {
  writeFileSync(join(root, provedFile), `${JSON.stringify([...names].toSorted(), undefined, 2)}\n`);
}

const help = "`pnpm run prove:patterns --write` writes the list";

/** A line for each difference between the list and what was proved now. */
export function staleNames(listed: ReadonlySet<string>, proved: ReadonlySet<string>): string[] {
  return [
    ...[...proved].filter((name) => !listed.has(name)).map((name) => `${name} is not in ${provedFile}; ${help}`),
    ...[...listed]
      .filter((name) => !proved.has(name))
      .map((name) => `${name} is in ${provedFile}, and is no proved expression of the product; ${help}`),
  ];
}
