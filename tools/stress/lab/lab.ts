// The control plane with the objects, shared by all faults, and the folder of a run.
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startTestEnv } from "@capstan/testenv";
import type { Envtest } from "@capstan/testenv/envtest";
import { type Account, createAccounts, tokenOf } from "./accounts.ts";
import { Api } from "./api.ts";
import { createWidgets, namespace, widgetCrd } from "./widgets.ts";

/** How many objects there are. */
export const objects = 2000;

/** Who wrote what with which version; nothing else is kept of requests. */
const auditPolicy = {
  apiVersion: "audit.k8s.io/v1",
  kind: "Policy",
  omitStages: ["RequestReceived", "ResponseStarted"],
  omitManagedFields: true,
  rules: [
    {
      level: "RequestResponse",
      verbs: ["create", "update", "patch"],
      userGroups: [`system:serviceaccounts:${namespace}`],
      resources: [
        { group: "stress.example.com", resources: ["widgets/status"] },
        { group: "coordination.k8s.io", resources: ["leases"] },
      ],
    },
    { level: "None" },
  ],
};

/** Where a manager finds its API server. */
export interface Server {
  readonly url: string;
  readonly caData: string;
}

/** A token's time, longer than a whole run. */
const longSeconds = 3 * 3600;

/** The control plane. */
export class Lab implements AsyncDisposable {
  readonly env: Envtest;
  readonly api: Api;
  readonly #folder: string;
  readonly #uids: Readonly<Record<Account, string>>;
  #faults = 0;

  static async start(): Promise<Lab> {
    const env = await startTestEnv({ backend: "envtest", envtest: { auditLog: auditPolicy } });
    const api = new Api(env.credentials);
    const folder = mkdtempSync(join(tmpdir(), "capstan-stress-"));
    process.once("exit", () => {
      for (const each of [folder, env.folder]) rmSync(each, { recursive: true, force: true });
    });
    await env.applyCrds([widgetCrd("v1")]);
    const uids = await createAccounts(api);
    await createWidgets(api, objects);
    return new Lab({ env, api, folder, uids });
  }

  private constructor(parts: { env: Envtest; api: Api; folder: string; uids: Readonly<Record<Account, string>> }) {
    this.env = parts.env;
    this.api = parts.api;
    this.#folder = parts.folder;
    this.#uids = parts.uids;
  }

  get auditLog(): string {
    const { auditLogPath } = this.env;
    if (auditLogPath === undefined) throw new Error("the control plane has no audit log");
    return auditLogPath;
  }

  get server(): Server {
    const { server, caData = "" } = this.env.credentials;
    return { url: server, caData };
  }

  /** A new folder, for one fault. */
  createFolder(): string {
    return mkdtempSync(join(this.#folder, `${++this.#faults}-`));
  }

  /** Writes the kubeconfig of an account, whose authority and token are files of their own, and returns its path. */
  writeKubeconfig(folder: string, account: Account, server: Server): string {
    const [ca, token, file] = ["ca", "token", "kubeconfig"].map((ending) => join(folder, `${account}.${ending}`));
    writeFileSync(ca ?? "", server.caData);
    this.writeToken(folder, account, longSeconds);
    const context = { cluster: "stress", user: account, namespace };
    const config = {
      apiVersion: "v1",
      kind: "Config",
      clusters: [{ name: "stress", cluster: { server: server.url, "certificate-authority": ca } }],
      users: [{ name: account, user: { tokenFile: token } }],
      contexts: [{ name: "stress", context }],
      "current-context": "stress",
    };
    writeFileSync(file ?? "", JSON.stringify(config), { mode: 0o600 });
    return file ?? "";
  }

  /** Writes a new token of an account. */
  writeToken(folder: string, account: Account, seconds: number): void {
    const token = tokenOf(this.env, { account, uid: this.#uids[account], seconds });
    writeFileSync(join(folder, `${account}.token`), token, { mode: 0o600 });
  }

  /** Starts again what a fault has left dead. */
  async recover(): Promise<void> {
    for (const program of [this.env.programs.etcd, this.env.programs.apiServer])
      if (program.process.exit !== undefined) await program.restart();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.api.close();
    await this.env.stop();
    rmSync(this.#folder, { recursive: true, force: true });
  }
}
