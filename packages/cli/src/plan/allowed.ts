// What the command line allows: changes of a field, or everything of an object, each with a reason.
import { diagnose, type Diagnostic } from "@capstan/kube";
import { usageError } from "../verb.ts";
import type { ChangedTemplate } from "./compare-calls.ts";
import { planDiagnostics } from "./plan-diagnostics.ts";

/** One value of `--allow`. */
interface Allowance {
  /** The beginning of a JSON pointer, or kind, namespace and name of an object. */
  readonly what: string;
  readonly reason: string;
}

/** The allowances of a run, which notice those that allow nothing. */
export class Allowances {
  readonly #all: readonly Allowance[];
  readonly #used = new Set<Allowance>();

  /** Throws for what is no allowance. */
  constructor(given: readonly string[]) {
    this.#all = given.map(allowanceOf);
  }

  /** The reasons why a change is allowed; undefined when it is not: each of its fields has to be allowed. */
  reasonFor({ object, changes }: ChangedTemplate): string | undefined {
    const whole = this.#all.filter(({ what }) => what === object.replace(" ", "/"));
    const used =
      whole.length > 0
        ? whole
        : changes.flatMap(
            ({ path }) => this.#all.find(({ what }) => path === what || path.startsWith(`${what}/`)) ?? [],
          );
    if (whole.length === 0 && used.length < changes.length) return undefined;
    for (const each of used) this.#used.add(each);
    return [...new Set(used.map(({ reason }) => reason))].join("; ");
  }

  /** What allows nothing. */
  get unused(): readonly Diagnostic[] {
    return this.#all
      .filter((each) => !this.#used.has(each))
      .map(({ what }) => diagnose(planDiagnostics, "plan/unused-allow", { values: { allow: what } }));
  }
}

function allowanceOf(given: string): Allowance {
  const end = given.indexOf("=");
  const [what, reason] = end === -1 ? ["", ""] : [given.slice(0, end).replace(/\/$/, ""), given.slice(end + 1).trim()];
  if (reason === "" || !(what.startsWith("/") || what.split("/").length === 3))
    throw usageError(
      `--allow is "${given}": write a field and a reason, for example /spec/template/spec/image="the new image is wanted", or an object: MachineDeployment/default/workers="..."`,
    );
  return { what, reason };
}
