// `capstan plan`: answers recorded requests with the handlers of the project, and says which machines would be replaced. It reads a cluster only where --kubeconfig names one, and writes nothing.
import { resolve } from "node:path";
import type { Client } from "@capstan/client";
import { diagnose, type Diagnostic, excerpt, hasErrors, oneLine } from "@capstan/kube";
import { readTape, type RecordedCall, type Tape } from "@capstan/extension-kit/testing";
import { withOutputAside } from "../config/config-file.ts";
import { ClusterAccess } from "../extension/cluster-access.ts";
import { readingClient } from "../extension/reading-client.ts";
import { loadExtension } from "../extension/load-extension.ts";
import type { VerbOutcome } from "../outcome.ts";
import { findProject } from "../project/find-project.ts";
import { readContent } from "../project/files.ts";
import { configSettings } from "../call/call-settings.ts";
import { noCrds, templateCrds } from "../call/invalid-templates.ts";
import type { Format, Terminal } from "../output/print-outcome.ts";
import { whichOf, withProgress } from "../output/progress.ts";
import { Allowances } from "../plan/allowed.ts";
import {
  clusterOfCall,
  compareCalls,
  handlerInWords,
  type PlannedCall,
  type PlannedRollout,
  type TapeComparison,
} from "../plan/compare-calls.ts";
import { MachineConfigs } from "../plan/machine-configs.ts";
import { planDiagnostics } from "../plan/plan-diagnostics.ts";
import { comparableCalls, type ComparableCalls, type TapeCalls } from "../plan/recorded-clusters.ts";
import { otherSettings } from "../plan/other-settings.ts";
import { notCompared } from "../plan/not-compared.ts";
import { switchesInWords, switchesOf, switchProblems } from "../plan/switches.ts";
import { usageError, type VerbArguments } from "../verb.ts";

/** Compares the project with a tape. */
export async function run(given: VerbArguments, terminal: Terminal): Promise<VerbOutcome> {
  const { cwd } = terminal;
  const { format } = given;
  const tapeFile = given.string("against") ?? "";
  if (tapeFile === "")
    throw usageError("name a tape: --against calls.tape, which capstan record writes, or an extension with --record");
  const allowances = new Allowances(given.strings("allow"));
  const project = await findProject(cwd);
  const tape = readTape({ file: tapeFile, text: await readContent(resolve(cwd, tapeFile)) });
  const switches = switchesOf(given.strings("switch"), tape.calls);
  const title = `comparing the handlers of ${project.root} with ${tapeFile}${switchesInWords(switches)}`;
  const loaded = await loadExtension({ project, cwd, named: given.string("extension") });
  if ("diagnostics" in loaded) return { title, diagnostics: loaded.diagnostics };
  const { extension, file } = loaded;
  // A proxy that was not given a name does not know it.
  if (!["", extension.name].includes(tape.header.extension)) {
    const values = { file: tapeFile, recorded: tape.header.extension, name: extension.name };
    return { title, diagnostics: [diagnose(planDiagnostics, "plan/other-extension", { values })] };
  }
  const cluster = given.string("cluster");
  const chosen = callsOf(tape, { file: tapeFile, cluster });
  if ("diagnostics" in chosen) return { title, ...chosen };
  const diagnostics = switchProblems(switches, { file: tapeFile, calls: chosen.calls, extension, cluster });
  if (diagnostics.length > 0) return { title, diagnostics };
  const client = await readingClient("plan", given, terminal);
  try {
    const { calls, diagnostics: ofClusters } = await lookedUp(
      client,
      { file: tapeFile, ...chosen },
      { terminal, format },
    );
    if (calls.length === 0 && hasErrors(ofClusters)) return { title, diagnostics: ofClusters };
    const { crds, diagnostics: ofCrds } = extension.crds.length > 0 ? noCrds : await templateCrds(project);
    const compared = await withProgress(terminal, format, (progress) => {
      const onCall = (call: PlannedCall, number: number): void =>
        progress(`answering ${handlerInWords(call)}${whichOf(number, calls.length, "recorded requests")}`);
      const cluster = { access: new ClusterAccess("plan", client), configs: new MachineConfigs(client) };
      const handlers = { extension, crds, switches, ...cluster, onCall };
      return withOutputAside(() => compareCalls(handlers, { ...tape, calls }));
    });
    const reading = client === undefined ? "" : `, which read ${client.server}`;
    const missing = notCompared(compared, { file: tapeFile, calls: chosen.calls, left: calls, switches });
    const settings = otherSettings(await configSettings(project, file), calls);
    const all = { ...compared, diagnostics: [...ofClusters, ...compared.diagnostics, ...settings, ...missing] };
    const outcome = outcomeOf(all, allowances, file);
    return { title: `${title}${reading}`, ...outcome, diagnostics: [...outcome.diagnostics, ...ofCrds] };
  } finally {
    client?.close();
  }
}

/** The calls that can be compared with what the client reads; without one, all. */
async function lookedUp(
  client: Client | undefined,
  tape: TapeCalls,
  { terminal, format }: Shown,
): Promise<ComparableCalls> {
  if (client === undefined) return { calls: tape.calls, diagnostics: [] };
  return withProgress(terminal, format, (progress) => {
    progress("looking up the recorded Clusters");
    return comparableCalls(client, tape);
  });
}

/** Where progress is shown. */
interface Shown {
  readonly terminal: Terminal;
  readonly format: Format;
}

interface ChosenCalls {
  readonly calls: readonly RecordedCall[];
}

/** The calls of the Cluster that is named, with those that are about none. */
function callsOf(
  { calls }: Tape,
  { file, cluster }: { readonly file: string; readonly cluster: string | undefined },
): ChosenCalls | { readonly diagnostics: readonly Diagnostic[] } {
  if (cluster === undefined) return { calls };
  const wanted = `Cluster ${cluster}`;
  if (calls.some((call) => clusterOfCall(call) === wanted))
    return { calls: calls.filter((call) => call.cluster === undefined || clusterOfCall(call) === wanted) };
  const known = [...new Set(calls.flatMap((call) => (call.cluster === undefined ? [] : [clusterOfCall(call)])))];
  const values = { file, cluster, known: known.toSorted().join(", ") || "none of any" };
  return { diagnostics: [diagnose(planDiagnostics, "plan/no-cluster", { values })] };
}

function outcomeOf(
  { changed, diagnostics: found, calls, templates }: Omit<TapeComparison, "compared">,
  allowances: Allowances,
  file: string,
): Pick<VerbOutcome, "diagnostics" | "body" | "rollouts"> {
  const rollouts = changed.map((each) => {
    const allowed = each.rolls ? allowances.reasonFor(each) : undefined;
    return { ...each, ...(allowed !== undefined && { allowed }) };
  });
  const own = rollouts.filter(({ rolls }) => rolls).map(rolloutDiagnostic);
  const all = [...own, ...found, ...allowances.unused];
  const rolling = rollouts.filter(({ rolls }) => rolls).length;
  const counts = `compared ${calls} answers with ${templates} templates; changed: ${rollouts.length}; replacing machines: ${rolling}`;
  const body = [...rollouts.flatMap(linesOf), counts].join("\n");
  return { diagnostics: all.map((each) => ({ ...each, position: { file } })), body, rollouts };
}

function rolloutDiagnostic(rollout: PlannedRollout): Diagnostic {
  const { object, template, changes, because, allowed, switchedTo } = rollout;
  const values = { place: placeOf(rollout), handler: handlerInWords(rollout), template, because };
  if (allowed !== undefined)
    return diagnose(planDiagnostics, "plan/allowed", { values: { ...values, reason: oneLine(allowed) } });
  const fields = changes.map(({ path }) => path).join(", ");
  return diagnose(planDiagnostics, switchedTo === undefined ? "plan/rolls" : "plan/switch-rolls", {
    values: { ...values, fields, allow: object.replace(" ", "/") },
  });
}

/** The templates of a Cluster itself are used by it. */
function placeOf({ cluster, object }: PlannedRollout): string {
  return object === cluster ? object : `${object} of ${cluster}`;
}

/** An object in lines: its fields with both values, and the verdict. */
function linesOf(rollout: PlannedRollout): string[] {
  const { template, changes, rolls, because, allowed } = rollout;
  const verdict = `rolls machines: ${rolls ? "yes" : "no"}, because ${because}`;
  return [
    `${placeOf(rollout)}, ${template} by ${handlerInWords(rollout)}`,
    ...changes.map(({ path, was, is }) => `  ${oneLine(path)}: ${shown(was)} -> ${shown(is)}`),
    `  ${verdict}${allowed === undefined ? "" : `; allowed: ${oneLine(allowed)}`}`,
  ];
}

function shown(json: string | undefined): string {
  return json === undefined ? "not set" : oneLine(excerpt(json));
}
