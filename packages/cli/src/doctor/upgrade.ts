// Whether installed extensions go on working with another release of Cluster API: `capstan doctor --cluster-api`.
import { resolve } from "node:path";
import { type Client, createClient, isNotFound, loadCredentials } from "@capstan/client";
import { diagnose, type Diagnostic, getAt } from "@capstan/kube";
import { type HookBreak, hookBreaks, releasedHooks } from "../generated/hook-breaks.ts";
import { explainNext, type VerbOutcome } from "../outcome.ts";
import type { Terminal } from "../output/print-outcome.ts";
import { usageError, type VerbArguments } from "../verb.ts";
import { type CheckResult, checkOf, plainCheck } from "./check.ts";
import { doctorDiagnostics } from "./doctor-diagnostics.ts";
import { extensionsOfCluster, extensionsOfFiles, type InstalledExtension } from "./extension-configs.ts";

const releases = Object.keys(releasedHooks);

/** An upgrade: the release that runs now, if it is known, and the next one, both as "1.14". */
interface Upgrade {
  readonly from: string | undefined;
  readonly to: string;
}

/** What there is to check. */
interface Installed {
  readonly extensions: readonly InstalledExtension[];
  readonly from: string | undefined;
  /** Why there may be more. */
  readonly diagnostics: readonly Diagnostic[];
}

/** Checks the extensions of a cluster, or of files. */
export async function checkUpgrade(given: VerbArguments, terminal: Terminal): Promise<VerbOutcome> {
  const to = releaseOf(given.string("clusterApi") ?? "");
  if (!releases.includes(to))
    throw usageError(`--cluster-api is none of the releases that are known: ${releases.join(", ")}`);
  const files = given.string("from");
  const { extensions, from, ...found } =
    files === undefined
      ? await ofCluster(given, terminal)
      : { ...(await extensionsOfFiles(resolve(terminal.cwd, files))), from: undefined };
  const results = extensions.map((extension) => extensionCheck(extension, { from, to }));
  const checks = results.map(({ check }) => check);
  const diagnostics = [...found.diagnostics, ...results.flatMap((each) => each.diagnostics)];
  const next = explainNext(diagnostics);
  const title = `checking extensions for Cluster API ${to}${from === undefined ? "" : `, from ${from}`}`;
  const body = extensions.length === 0 ? "there is no ExtensionConfig" : "no problems found";
  return { title, checks, diagnostics, ...(next === undefined ? { body } : { next }) };
}

/** The minor release of a version, as "1.14". */
function releaseOf(version: string): string {
  return version.replace("v", "").split(".").slice(0, 2).join(".");
}

async function ofCluster(given: VerbArguments, { env }: Terminal): Promise<Installed> {
  const context = given.string("context");
  const kubeconfig = given.string("kubeconfig");
  const credentials = await loadCredentials({ kubeconfig, env, ...(context !== undefined && { context }) });
  const client = createClient(credentials, { userAgent: "capstan-doctor" });
  try {
    const [extensions, from] = await Promise.all([extensionsOfCluster(client), installedRelease(client)]);
    return { extensions, from, diagnostics: [] };
  } finally {
    client.close();
  }
}

const inventory = "/apis/clusterctl.cluster.x-k8s.io/v1alpha3/providers";

/** The release of core in clusterctl's inventory; undefined where clusterctl has not installed it. */
async function installedRelease(client: Client): Promise<string | undefined> {
  try {
    const providers = getAt((await client.request({ method: "GET", path: inventory })).json(), ["items"]);
    const core = Array.isArray(providers)
      ? providers.find((one) => getAt(one, ["type"]) === "CoreProvider")
      : undefined;
    const version = getAt(core, ["version"]);
    return typeof version === "string" ? releaseOf(version) : undefined;
  } catch (error) {
    if (isNotFound(error)) return undefined;
    throw error;
  }
}

function extensionCheck({ name: config, handlers }: InstalledExtension, upgrade: Upgrade): CheckResult {
  if (handlers === undefined)
    return checkOf(config, [diagnose(doctorDiagnostics, "doctor/not-discovered", { values: { config } })], "");
  if (handlers.length === 0) return plainCheck({ name: config, state: "absent", found: "has no handlers" });
  const known = releasedHooks[upgrade.to] ?? [];
  const unknown = handlers.filter(({ hook }) => !known.includes(hook)).map(({ hook }) => hook);
  const answered = new Set(handlers.map(({ hook }) => hook));
  const changed = hookBreaks.filter(({ hook, release }) => answered.has(hook) && isPassed(release, upgrade));
  const diagnostics = [
    ...[...new Set(unknown)].map((hook) => unknownHook(config, hook, upgrade)),
    ...changed.map((each) => changedHook(config, each)),
  ];
  return checkOf(config, diagnostics, `${handlers.length} ${handlers.length === 1 ? "handler" : "handlers"}`);
}

/** Whether a release comes with the upgrade. Where the present release is not known, all up to the next one may. */
function isPassed(release: string, { from, to }: Upgrade): boolean {
  const at = releases.indexOf(release);
  const before = from === undefined ? 0 : releases.indexOf(from);
  return at > before && at <= releases.indexOf(to);
}

function unknownHook(config: string, hook: string, { to: release }: Upgrade): Diagnostic {
  return diagnose(doctorDiagnostics, "doctor/hook-unknown", { values: { config, hook, release } });
}

const advice: Readonly<Record<HookBreak["side"], string>> = {
  request: "reads both forms",
  response: "sends what the new form has",
};

function changedHook(config: string, { hook, release, side, first, count }: HookBreak): Diagnostic {
  const name = hook.slice(hook.lastIndexOf("/") + 1);
  const change = count === 1 ? first : `${count} changes, the first: ${first}`;
  const values = { config, hook: name, release, side, change, advice: advice[side] };
  return diagnose(doctorDiagnostics, "doctor/hook-changed", { values });
}
