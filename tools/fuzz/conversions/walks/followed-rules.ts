// The rules of a declaration that begins with the moves alone, and gets what the helps of errors say to write: as somebody who only copies it.
import type { Diagnostic } from "@capstan/kube";
import type { RandomPair } from "./random-pair.ts";

/** A declaration in a help: a path and its rule, and the version whose rules it belongs to, where the help says it. */
const declaration = /`("[^`"]+"): ("[a-zA-Z]+"|\{[^`]*\})`(?: in `(older|newer)`)?/g;

/** Rules that grow by what helps say. */
export class FollowedRules {
  readonly #hub: RandomPair["hub"];
  readonly #rules = { older: new Map<string, string>(), newer: new Map<string, string>() };

  constructor({ hub, moves }: RandomPair) {
    this.#hub = hub;
    for (const [path, to] of moves) this.#rules.older.set(JSON.stringify(path), `{ to: ${JSON.stringify(to)} }`);
  }

  /** The declaration, as source. */
  toString(): string {
    const { older, newer } = this.#rules;
    return `${this.#hub === "older" ? `hub: "older", ` : ""}older: { ${written(older)} }, newer: { ${written(newer)} }`;
  }

  /** Takes the first declaration of a help that is complete; false when it has none, because functions are to be written, or a type is to be changed. */
  follow({ help = "", message }: Diagnostic): boolean {
    const [found] = [...help.matchAll(declaration)].filter(([text]) => !text.includes("..."));
    if (found === undefined) return false;
    const [, path = "", rule = "", named] = found;
    const said = named ?? /no rule of `(older|newer)`/.exec(message)?.[1];
    const side = (said ?? (this.#rules.newer.has(path) ? "newer" : "older")) === "newer" ? "newer" : "older";
    this.#rules[side].set(path, rule);
    return true;
  }
}

function written(rules: ReadonlyMap<string, string>): string {
  return [...rules].map(([path, rule]) => `${path}: ${rule}`).join(", ");
}
