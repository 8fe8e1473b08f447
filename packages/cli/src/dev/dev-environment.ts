// What a project under `capstan dev` runs against: a control plane with Cluster API's CRDs, a kubeconfig and a serving
// certificate, all below .capstan/dev of the project.
import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { coreCrds, kubeadmCrds } from "@capstan/api/crds";
import { createClient, type Client } from "@capstan/client";
import {
  MutatingWebhookConfiguration,
  ValidatingWebhookConfiguration,
  type CustomResourceDefinition,
} from "@capstan/kube/builtin";
import { keyOf, type Diagnostic, type KubeObject, type Resource } from "@capstan/kube";
import { createCertificateAuthority } from "@capstan/serve/certificates";
import { devCrds } from "@capstan/core-sim";
import { freePorts, writeSecretFile } from "@capstan/testenv/host";
import type { ProjectDescription } from "../project/describe-project.ts";
import { outputsFor } from "../project/foreign-output.ts";
import type { TrustedProject } from "../project/foreign-project.ts";
import { devFolder } from "./dev-lock.ts";
import { type DevServer, type DevServerOptions, startDevServer } from "./dev-server.ts";
import { StoredObjects } from "./stored-objects.ts";
import { localWebhookConfigurations, withLocalConversion } from "./local-webhooks.ts";

/** A running environment. */
export interface DevEnvironment {
  /** Arguments with the ports and the certificate of the project's process. */
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  readonly readyUrl: string;
  readonly kubeconfigFile: string;
  /** Where a project with hooks serves them, and the authority of its certificate (PEM). */
  readonly hooks: { readonly url: string; readonly caBundle: string };
  /** The API server, and a client of it with full access. */
  readonly server: DevServer;
  readonly client: Client;
  /** Serves these CRDs, and calls the webhooks that the description names. Warnings say which stored objects are not valid under a CRD that changed. */
  apply(crds: readonly CustomResourceDefinition[], description: ProjectDescription): Promise<readonly Diagnostic[]>;
  stop(): Promise<void>;
}

/** How the project's process is run. */
export type EnvironmentRun = Pick<DevEnvironment, "args" | "env" | "readyUrl">;

/** How the environment is started. */
export interface DevEnvironmentOptions extends Partial<Omit<DevServerOptions, "crds">> {
  /** Called as soon as it is known how the process is run: it can be prepared while the control plane starts. */
  readonly planned?: (run: EnvironmentRun) => void;
}

/** Starts the control plane and prepares the files. */
export async function startDevEnvironment(
  { root, trusted }: TrustedProject,
  description: ProjectDescription,
  { planned, ...options }: DevEnvironmentOptions = {},
): Promise<DevEnvironment> {
  const folder = join(root, devFolder);
  const certificates = join(folder, "certs");
  const accept = outputsFor(trusted);
  accept(join(certificates, "tls.key"));
  await mkdir(certificates, { recursive: true, mode: 0o700 });
  const write = (file: string, content: string): void => {
    accept(file);
    writeSecretFile(file, content);
  };
  const kubeconfigFile = join(folder, "kubeconfig");
  const [health = 0, metrics = 0, webhook = 0] = await freePorts(3);
  const run: EnvironmentRun = {
    args: processArgs(description, { health, metrics, webhook, certificates }),
    env: { KUBECONFIG: kubeconfigFile },
    readyUrl: `http://127.0.0.1:${health}/readyz`,
  };
  planned?.(run);
  const authority = createCertificateAuthority({ commonName: "capstan dev" });
  const { certPem, keyPem } = authority.issue({
    commonName: "localhost",
    dnsNames: ["localhost"],
    ipAddresses: ["127.0.0.1"],
    usages: ["server"],
  });
  write(join(certificates, "tls.crt"), certPem);
  write(join(certificates, "tls.key"), keyPem);
  const crds = [...coreCrds(), ...playedCrds(description)];
  const env = await startDevServer({ real: false, note: () => undefined, ...options, crds });
  try {
    write(kubeconfigFile, env.kubeconfig());
  } catch (error) {
    await env.stop();
    throw error;
  }
  const client = createClient(env.credentials);
  const stored = new StoredObjects(client);
  const address = { port: webhook, caPem: authority.certPem };
  return {
    ...run,
    kubeconfigFile,
    hooks: { url: `https://127.0.0.1:${webhook}`, caBundle: authority.certPem },
    server: env,
    client,
    async apply(crds, { webhooks }) {
      await env.applyCrds(withLocalConversion(crds, webhooks, address));
      const { mutating, validating } = localWebhookConfigurations(webhooks, address);
      await replace(client, MutatingWebhookConfiguration, mutating);
      await replace(client, ValidatingWebhookConfiguration, validating);
      return stored.problems(crds);
    },
    stop: () => stopAll(client, env),
  };
}

/** The kinds of the roles that are played. Operators know nothing of Cluster API. */
function playedCrds({ type }: ProjectDescription): readonly CustomResourceDefinition[] {
  return type === "operator" ? [] : [...kubeadmCrds(), ...devCrds()];
}

interface Places {
  readonly health: number;
  readonly metrics: number;
  readonly webhook: number;
  readonly certificates: string;
}

/** Only this computer can call the program. The webhook port is always set, because a change may add the first webhook. */
function processArgs({ ports, type }: ProjectDescription, places: Places): string[] {
  const { health, metrics, webhook, certificates } = places;
  // An operator has no flags for webhooks: it serves those that it adds itself.
  if (type === "operator") return [`--health-addr=127.0.0.1:${health}`, `--metrics-bind-address=127.0.0.1:${metrics}`];
  return [
    `--health-addr=127.0.0.1:${health}`,
    ...(ports.metrics === undefined ? [] : [`--diagnostics-address=127.0.0.1:${metrics}`]),
    type === "runtime-extension" ? "--host=127.0.0.1" : "--webhook-host=127.0.0.1",
    `--webhook-port=${webhook}`,
    `--webhook-cert-dir=${certificates}`,
  ];
}

async function replace<T extends KubeObject>(client: Client, resource: Resource<T>, object: T): Promise<void> {
  await client.delete(resource, keyOf(object));
  await client.create(resource, object);
}

async function stopAll(client: Client, env: DevServer): Promise<void> {
  client.close();
  await env.stop();
}
