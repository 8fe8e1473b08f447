// How much the rendering of a template may do and keep: nothing else happens until it ends. What Go could still do beyond is not played.
import { UnplayedTemplate } from "./go-errors.ts";
import { type GoValue, isList } from "./values.ts";

/** Nodes that are rendered, and rounds of loops. */
const mostSteps = 1_000_000;
const mostCharacters = 10_000_000;
const mostElements = 100_000;

/** Throws an UnplayedTemplate for a string or a list that would be longer than what is played. */
export function checkBound(size: number, unit: "characters" | "elements"): void {
  const most = unit === "characters" ? mostCharacters : mostElements;
  if (size > most) throw new UnplayedTemplate(`more than ${most.toLocaleString("en-US")} ${unit}`);
}

/** The result of a function. */
export function bounded(value: GoValue | undefined): GoValue | undefined {
  if (typeof value === "string") checkBound(value.length, "characters");
  else if (isList(value)) checkBound(value.length, "elements");
  return value;
}

/** What a template has rendered to so far. */
export class BoundedOutput {
  #text = "";
  #steps = 0;

  get text(): string {
    return this.#text;
  }

  /** Counts one step. */
  step(): void {
    this.#steps += 1;
    if (this.#steps > mostSteps) throw new UnplayedTemplate("more than a million steps");
  }

  write(text: string): void {
    this.#text += text;
    checkBound(this.#text.length, "characters");
  }
}
