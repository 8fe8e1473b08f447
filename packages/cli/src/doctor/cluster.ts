// The kubeconfig, and whether the API server that it names answers: in two seconds, or not at all. Lists of one that answers have more time.
import { join, relative } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { createClient, loadCredentials } from "@capstan/client";
import { diagnose, errorFrom, isCapstanError, isJsonObject } from "@capstan/kube";
import { devOfProject } from "../dev/dev-lock.ts";
import type { Terminal } from "../output/print-outcome.ts";
import { type CheckResult, checkOf, homeOf, plainCheck, shownHome } from "./check.ts";
import { doctorDiagnostics } from "./doctor-diagnostics.ts";

type Credentials = Awaited<ReturnType<typeof loadCredentials>>;

/** How long the credentials and the server have, together. */
const clusterMs = 2000;
/** How long the lists of a server that answers have: a large management cluster has tens of thousands of Machines. */
const listsMs = 15_000;

const help = "set KUBECONFIG to try the project on a cluster; capstan dev needs none";

/** Rows of the kubeconfig and the cluster, and of the extensions where there are any. */
export async function clusterChecks(terminal: Pick<Terminal, "cwd" | "env">): Promise<readonly CheckResult[]> {
  const dev = devOfProject(terminal)?.kubeconfig;
  const ofDev = dev && `${relative(terminal.cwd, dev)}, of the capstan dev that runs`;
  const place = ofDev ?? kubeconfigPlace(terminal.env);
  const end = AbortSignal.timeout(clusterMs);
  const found = await Promise.race([
    readCredentials(terminal.env, dev),
    sleep<"late">(clusterMs, "late", { ref: false }),
  ]);
  if (found === "late") {
    const late = `${place}: its credentials are not there after ${clusterMs / 1000} s`;
    return [kubeconfigProblem(late), unasked];
  }
  if (found === "absent")
    return [plainCheck({ name: "kubeconfig", state: "absent", found: `no ${place}`, help }), none];
  if ("problem" in found) return [kubeconfigProblem(found.problem), unasked];
  return [plainCheck({ name: "kubeconfig", state: "ok", found: place }), ...(await serverChecks(found, end))];
}

const none = plainCheck({ name: "cluster", state: "absent", found: "none" });
const unasked = plainCheck({ name: "cluster", state: "unchecked", found: "not checked without credentials" });

/** Where the kubeconfig is looked for, in words. */
function kubeconfigPlace(env: Terminal["env"]): string {
  const named = env["KUBECONFIG"] ?? "";
  return shownHome(named === "" ? join(homeOf(env), ".kube", "config") : named, env);
}

function kubeconfigProblem(problem: string): CheckResult {
  return checkOf("kubeconfig", [diagnose(doctorDiagnostics, "doctor/kubeconfig", { values: { problem } })], "");
}

async function readCredentials(
  env: Terminal["env"],
  kubeconfig: string | undefined,
): Promise<Credentials | "absent" | { readonly problem: string }> {
  try {
    return await loadCredentials({ env, kubeconfig });
  } catch (error) {
    if (isCapstanError(error) && error.code === "client/no-credentials") return "absent";
    return { problem: errorFrom(error).message };
  }
}

/** A cluster that does not answer is no problem of the project: many run only now and then. */
async function serverChecks(credentials: Credentials, signal: AbortSignal): Promise<readonly CheckResult[]> {
  const client = createClient(credentials, { userAgent: "capstan-doctor", timeoutMs: listsMs });
  const name = "cluster";
  try {
    const answer = (await client.request({ method: "GET", path: "/version", signal })).json();
    const version = isJsonObject(answer) ? answer["gitVersion"] : undefined;
    const shown = typeof version === "string" ? `Kubernetes ${version}` : "a server of another kind";
    const server = plainCheck({ name, state: "ok", found: `${shown} at ${client.server}` });
    const { extensionChecks } = await import("./failing-extensions.ts");
    return [server, ...(await extensionChecks(client, AbortSignal.timeout(listsMs)))];
  } catch {
    const found = `${client.server} does not answer, or rejects the credentials`;
    return [plainCheck({ name, state: "absent", found, help: "start it, or look at it with kubectl version" })];
  } finally {
    client.close();
  }
}
