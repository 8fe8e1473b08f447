// Updates of machines in place that fail. Cluster API writes into the condition Updating of a Machine that the update failed, and why only into its log.
import type { Machine } from "@capstan/api/core/v1beta2";
import type { ExtensionConfig } from "@capstan/api/runtime/v1beta2";
import { readableConditions } from "@capstan/contract/conditions";
import { diagnose, type Diagnostic, excerpt, oneLine } from "@capstan/kube";
import type { Namespace } from "@capstan/kube/builtin";
import { doctorDiagnostics } from "./doctor-diagnostics.ts";
import { selectsNamespace } from "./unmatched-selectors.ts";

/** What decides which handler of UpdateMachine is called for a Machine; undefined where it cannot be read. */
export interface KnownExtensions {
  readonly configs: readonly ExtensionConfig[] | undefined;
  readonly namespaces: readonly Namespace[] | undefined;
}

/** One for each message and what can be done about it, with how many Machines have it. */
export function failingUpdates(machines: readonly Machine[], known: KnownExtensions): readonly Diagnostic[] {
  const failed = machines.flatMap((machine) => {
    const message = failureOf(machine);
    if (message === undefined) return [];
    const advice = updateAdvice(message, machine.metadata.namespace ?? "", known);
    return [{ message, advice, name: nameOf(machine) }];
  });
  const groups = Map.groupBy(failed, ({ message, advice }) => JSON.stringify([message, advice]));
  return [...groups.values()].flatMap(([first, ...more]) => {
    if (first === undefined) return [];
    const { name, message, advice } = first;
    const about = more.length === 0 ? `the Machine ${name}` : `${more.length + 1} Machines, ${name} the first,`;
    const values = { machines: about, problem: oneLine(excerpt(message)), advice };
    return [diagnose(doctorDiagnostics, "doctor/update-fails", { values })];
  });
}

function nameOf({ metadata: { namespace, name } }: Machine): string {
  return `${namespace}/${name}`;
}

function failureOf(machine: Machine): string | undefined {
  const failed = readableConditions(machine).find(
    ({ type, status, reason }) => type === "Updating" && status === "True" && reason === "InPlaceUpdateFailed",
  );
  return failed && (failed.message ?? "");
}

const readLog = `read the log of Cluster API's core manager from "in-place update failed" on`;

function updateAdvice(message: string, namespace: string, { configs, namespaces }: KnownExtensions): string {
  if (message.includes("InfraMachine not found")) return "restore its infrastructure machine, or delete the Machine";
  if (configs === undefined) return readLog;
  const answering = configs.filter((config) => updateHandlers(config).length > 0);
  if (answering.length === 0)
    return "no ExtensionConfig has a handler of UpdateMachine: install the extension, or look why it is not discovered";
  const its = namespaces?.find(({ metadata: { name } }) => name === namespace);
  const called = namespaces === undefined ? answering : answering.filter((config) => selectsNamespace(config, its));
  const [handler, ...others] = called.flatMap(updateHandlers);
  if (handler === undefined)
    return `no ExtensionConfig with UpdateMachine selects the namespace ${namespace}: label it as spec.namespaceSelector wants it, or correct the selector`;
  if (others.length > 0)
    return `keep one of the handlers of UpdateMachine: Cluster API calls none of several (${[handler, ...others].join(", ")})`;
  return `${readLog}, and that of the extension of ${handler}`;
}

function updateHandlers({ status }: ExtensionConfig): readonly string[] {
  return (status?.handlers ?? [])
    .filter(({ requestHook }) => requestHook.hook === "UpdateMachine")
    .map(({ name }) => name);
}
