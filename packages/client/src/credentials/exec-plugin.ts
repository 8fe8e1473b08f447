// Credentials that a program issues, by the ExecCredential protocol of client-go (client.authentication.k8s.io, v1 and v1beta1).
// What the program prints is never quoted: it may hold tokens. Of its standard error, the first line is.
import { isatty } from "node:tty";
import { type CapstanError, type ClusterCredentials, isJsonObject } from "@capstan/kube";
import { clientError } from "../errors.ts";
import type { SelectedContext } from "./kubeconfig.ts";
import { checkedEntry, type Entry, fieldError, type FieldTypes, resolvePath } from "./kubeconfig-entry.ts";
import { type PluginEnd, runPlugin } from "./run-plugin.ts";
import { tokenProblem } from "./credential-problems.ts";

/** The entry of a program in a user. */
interface ExecConfig {
  readonly apiVersion?: string;
  readonly command?: string;
  readonly args?: readonly string[];
  readonly env?: readonly { readonly name: string; readonly value: string }[];
  readonly interactiveMode?: string;
  readonly provideClusterInfo?: boolean;
  readonly installHint?: string;
}

const execFields: FieldTypes<ExecConfig> = {
  apiVersion: "a string",
  command: "a string",
  args: "a list of strings",
  env: "a list of names with values",
  interactiveMode: "a string",
  provideClusterInfo: "true or false",
  installHint: "a string",
};

const group = "client.authentication.k8s.io";
const versions: readonly string[] = [`${group}/v1`, `${group}/v1beta1`];
const modes: readonly string[] = ["Never", "IfAvailable", "Always"];

/** How long a plugin may take: one that waits for a person who is not there must not stop a start for ever. */
export const pluginDeadlineMs = 60_000;

/** What credentials are requested for. */
export interface ExecRequest {
  readonly context: SelectedContext;
  /** The address and the authority, which the program gets if the kubeconfig says so. */
  readonly base: ClusterCredentials;
  /** Default: 60 s. */
  readonly deadlineMs?: number;
}

/** The identity that a program issued. */
export type IssuedIdentity = Pick<ClusterCredentials, "token" | "certData" | "keyData">;

/** Runs the program of a context's user; rejects with `client/plugin-failed` when it gives no credentials. */
export async function runExecPlugin(request: ExecRequest): Promise<IssuedIdentity> {
  const exec = execOf(request.context);
  const { args = [], env = [], apiVersion = "" } = exec.value;
  const command = commandOf(exec);
  const interactive = isInteractive(exec);
  const info = { apiVersion, kind: "ExecCredential", spec: { interactive, ...clusterInfo(exec, request) } };
  const end = await runPlugin({
    command,
    args,
    interactive,
    deadlineMs: request.deadlineMs ?? pluginDeadlineMs,
    env: {
      ...process.env,
      ...Object.fromEntries(env.map(({ name, value }) => [name, value])),
      KUBERNETES_EXEC_INFO: JSON.stringify(info),
    },
  });
  if (end.reason !== undefined) throw pluginFailure(`the program "${command}" ${end.reason}${hintOf(exec, end)}`);
  return identityOf(end.stdout, { command, apiVersion });
}

/** The error for a program that gave no credentials. */
function pluginFailure(reason: string): CapstanError {
  return clientError("client/plugin-failed", { what: "exec plugin", reason });
}

function execOf({ user }: SelectedContext): Entry<ExecConfig> {
  const exec = checkedEntry<ExecConfig>(
    { ...user, path: `${user.path}.exec`, value: user.value.exec ?? {} },
    execFields,
  );
  const { apiVersion = "", command = "", interactiveMode } = exec.value;
  if (command === "") throw fieldError(exec, "command", { problem: "is missing", help: "name the program" });
  if (!versions.includes(apiVersion))
    throw fieldError(exec, "apiVersion", {
      problem: `is "${apiVersion}"`,
      help: `write one of ${versions.join(", ")}`,
    });
  if (interactiveMode === undefined ? apiVersion === versions[0] : !modes.includes(interactiveMode))
    throw fieldError(exec, "interactiveMode", {
      problem: interactiveMode === undefined ? "is missing" : `is "${interactiveMode}"`,
      help: `write one of ${modes.join(", ")}`,
    });
  return exec;
}

/** A program with a folder in its name starts at the kubeconfig, any other is looked up in PATH. */
function commandOf({ file, value: { command = "" } }: Entry<ExecConfig>): string {
  return /[\\/]/.test(command) ? resolvePath({ file }, command) : command;
}

function isInteractive(exec: Entry<ExecConfig>): boolean {
  const { interactiveMode } = exec.value;
  const terminal = isatty(0);
  if (interactiveMode === "Always" && !terminal)
    throw fieldError(exec, "interactiveMode", {
      problem: 'is "Always", and standard input is not a terminal',
      help: "use credentials that need no person, or log in before the start",
    });
  return terminal && interactiveMode !== "Never";
}

/** The cluster as the protocol names its fields; authorities as base64. */
function clusterInfo(exec: Entry<ExecConfig>, { base, context }: ExecRequest): object {
  if (exec.value.provideClusterInfo !== true) return {};
  const { server, caData, tlsServerName, insecureSkipTlsVerify } = base;
  const config = context.cluster.value.extensions?.find(({ name }) => name === `${group}/exec`)?.extension;
  return {
    cluster: {
      server,
      ...(tlsServerName === undefined ? {} : { "tls-server-name": tlsServerName }),
      ...(insecureSkipTlsVerify === undefined ? {} : { "insecure-skip-tls-verify": insecureSkipTlsVerify }),
      ...(caData === undefined ? {} : { "certificate-authority-data": Buffer.from(caData).toString("base64") }),
      ...(config === undefined ? {} : { config }),
    },
  };
}

/** The kubeconfig's advice for a program that is not installed. */
function hintOf({ value: { installHint = "" } }: Entry<ExecConfig>, { missing }: PluginEnd): string {
  const [line = ""] = installHint.trim().split("\n");
  return missing && line !== "" ? `; ${line.slice(0, 200)}` : "";
}

function identityOf(
  output: string,
  { command, apiVersion }: { readonly command: string; readonly apiVersion: string },
): IssuedIdentity {
  const reject = (reason: string): Error => pluginFailure(`the output of the program "${command}" ${reason}`);
  const answer = parseOrUndefined(output);
  if (!isJsonObject(answer)) throw reject("is not a JSON object");
  if (answer["kind"] !== "ExecCredential" || answer["apiVersion"] !== apiVersion)
    throw reject(`is not an ExecCredential of ${apiVersion}, which the kubeconfig sets`);
  const status = answer["status"];
  if (!isJsonObject(status)) throw reject("has no status");
  const field = (name: string): string | undefined => {
    const value = status[name];
    return typeof value === "string" && value !== "" ? value : undefined;
  };
  const [token, certData, keyData] = [field("token"), field("clientCertificateData"), field("clientKeyData")];
  if ((certData === undefined) !== (keyData === undefined)) throw reject("has only one of certificate and key");
  if (token === undefined && certData === undefined) throw reject("has neither a token nor a certificate with its key");
  const problem = token === undefined ? undefined : tokenProblem(token);
  if (problem !== undefined) throw reject(`has a token that ${problem}`);
  return {
    ...(token === undefined ? {} : { token }),
    ...(certData === undefined ? {} : { certData }),
    ...(keyData === undefined ? {} : { keyData }),
  };
}

function parseOrUndefined(content: string): unknown {
  try {
    return JSON.parse(content);
  } catch {
    return undefined;
  }
}
