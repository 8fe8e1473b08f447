// Updates of machines in place that fail. Cluster API writes into the condition Updating of a Machine that the update failed, and why only into its log.
import type { Machine } from "@capstan/api/core/v1beta2";
import type { ExtensionConfig } from "@capstan/api/runtime/v1beta2";
import { readableConditions } from "@capstan/contract/conditions";
import { diagnose, type Diagnostic, excerpt, oneLine } from "@capstan/kube";
import { doctorDiagnostics } from "./doctor-diagnostics.ts";

/** One for each message, with how many Machines have it. */
export function failingUpdates(
  machines: readonly Machine[],
  configs: readonly ExtensionConfig[],
): readonly Diagnostic[] {
  const failed = machines.flatMap((machine) => {
    const message = failureOf(machine);
    return message === undefined ? [] : [{ message, name: nameOf(machine) }];
  });
  return [...Map.groupBy(failed, ({ message }) => message)].map(([message, [first, ...more]]) => {
    const { name = "" } = first ?? {};
    const about = more.length === 0 ? `the Machine ${name}` : `${more.length + 1} Machines, ${name} the first,`;
    const values = { machines: about, problem: oneLine(excerpt(message)), advice: updateAdvice(message, configs) };
    return diagnose(doctorDiagnostics, "doctor/update-fails", { values });
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

function updateAdvice(message: string, configs: readonly ExtensionConfig[]): string {
  if (message.includes("InfraMachine not found")) return "restore its infrastructure machine, or delete the Machine";
  const handlers = configs
    .flatMap(({ status }) => status?.handlers ?? [])
    .filter(({ requestHook }) => requestHook.hook === "UpdateMachine")
    .map(({ name }) => name);
  const [handler, ...others] = handlers;
  if (handler === undefined)
    return "no ExtensionConfig has a handler of UpdateMachine: install the extension, or look why it is not discovered";
  if (others.length > 0)
    return `keep one of the handlers of UpdateMachine: Cluster API calls none of several (${handlers.join(", ")})`;
  return `read the log of Cluster API's core manager from "in-place update failed" on, and that of the extension of ${handler}`;
}
