// What every verb of the command gets and returns.
import { CapstanError } from "@capstan/kube";
import type { VerbOutcome } from "./outcome.ts";
import type { Format, Terminal } from "./output/print-outcome.ts";

/** The body of a verb, in a module of its own. */
export type RunVerb = (given: VerbArguments, terminal: Terminal) => Promise<VerbOutcome>;

/** The arguments and options of one run of a verb, by name. */
export class VerbArguments {
  readonly format: Format;
  readonly #values: Readonly<Record<string, unknown>>;

  constructor(values: Readonly<Record<string, unknown>>, format: Format) {
    this.#values = values;
    this.format = format;
  }

  /** The value of an option or argument; undefined when it was not given. */
  string(name: string): string | undefined {
    const value = this.#values[name];
    return typeof value === "string" ? value : undefined;
  }

  /** The values of an argument that may be repeated. */
  strings(name: string): readonly string[] {
    const value = this.#values[name];
    return Array.isArray(value) ? value.map(String) : [];
  }

  /** Whether an option without a value was given. */
  flag(name: string): boolean {
    return this.#values[name] === true;
  }
}

/** A mistake on the command line that commander cannot find. */
export function usageError(problem: string): CapstanError {
  return new CapstanError("cli/usage", problem);
}
