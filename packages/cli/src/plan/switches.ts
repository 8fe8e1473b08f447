// Which handlers answer in place of recorded ones: what it means when a ClusterClass goes from one generation of a handler to another.
import type { Extension } from "@capstan/extension-kit";
import type { RecordedCall } from "@capstan/extension-kit/testing";
import { diagnose, type Diagnostic } from "@capstan/kube";
import { usageError } from "../verb.ts";
import type { Switches } from "./compare-calls.ts";
import { planDiagnostics } from "./plan-diagnostics.ts";

/** The switches of the command line, for recorded calls. Throws for what is none. */
export function switchesOf(given: readonly string[], calls: readonly RecordedCall[]): Switches {
  const recorded = new Set(calls.map(({ handler }) => handler));
  const switches = new Map<string, string>();
  for (const each of given) {
    const [first = "", second = "", more] = each.split("=").map((name) => name.trim());
    const config = configIn(first, recorded);
    const [from, to] = [withoutEnd(first, config), withoutEnd(second, config)];
    if (from === "" || to === "" || from === to || more !== undefined)
      throw usageError(
        `--switch is "${each}": write two handlers of one hook, for example --switch patches-v1=patches-v2`,
      );
    if (switches.has(from)) throw usageError(`--switch names ${from} twice: one handler answers in its place`);
    switches.set(from, to);
  }
  return switches;
}

/** Where a name is that of a recorded handler with that of an ExtensionConfig, as a ClusterClass has it: the dot and the second one. */
function configIn(name: string, recorded: ReadonlySet<string>): string {
  const dot = name.indexOf(".");
  return dot !== -1 && !recorded.has(name) && recorded.has(name.slice(0, dot)) ? name.slice(dot) : "";
}

function withoutEnd(name: string, end: string): string {
  return name.endsWith(end) ? name.slice(0, name.length - end.length) : name;
}

/** The switches as the end of a title; empty without any. */
export function switchesInWords(switches: Switches): string {
  return [...switches].map(([from, to]) => `, ${to} in place of ${from}`).join("");
}

/** What handlers are switched on. */
export interface SwitchedTape {
  readonly file: string;
  readonly calls: readonly RecordedCall[];
  readonly extension: Extension;
  /** The Cluster whose calls these are, where one was named. */
  readonly cluster: string | undefined;
}

/** Why handlers cannot be switched; empty where they can. */
export function switchProblems(switches: Switches, tape: SwitchedTape): readonly Diagnostic[] {
  return [...switches].flatMap(([from, to]) => problemOf({ from, to }, tape) ?? []);
}

function problemOf(
  { from, to }: { readonly from: string; readonly to: string },
  { file, calls, extension: { handlers }, cluster }: SwitchedTape,
): Diagnostic | undefined {
  const recorded = calls.find(({ handler }) => handler === from);
  if (recorded === undefined) {
    const known = namesOf(calls.map(({ handler }) => handler));
    const values = { file, handler: from, known, cluster: cluster === undefined ? "" : ` for Cluster ${cluster}` };
    return diagnose(planDiagnostics, "plan/switch-not-recorded", { values });
  }
  const { hook } = recorded;
  const named = handlers.filter(({ name }) => name === to);
  if (named.some((each) => each.hook.name === hook)) return undefined;
  const known = namesOf(handlers.filter((each) => each.hook.name === hook).map(({ name }) => name));
  const values = { recorded: from, handler: to, hook, known, other: named[0]?.hook.name ?? "" };
  const code = named.length === 0 ? "plan/switch-no-handler" : "plan/switch-other-hook";
  return diagnose(planDiagnostics, code, { values });
}

function namesOf(names: readonly string[]): string {
  return [...new Set(names)].toSorted().join(", ") || "none";
}
