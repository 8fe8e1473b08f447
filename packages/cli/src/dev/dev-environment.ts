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
import { type CertificateOptions, createCertificateAuthority } from "@capstan/serve/certificates";
import { devCrds } from "@capstan/core-sim";
import { freePorts, writeSecretFile } from "@capstan/testenv/host";
import type { MemberDescriptions, ProjectDescription } from "../project/describe-project.ts";
import { outputsFor } from "../project/foreign-output.ts";
import type { TrustedProject } from "../project/foreign-project.ts";
import { devFolder } from "./dev-lock.ts";
import type { RunMember } from "../config/members.ts";
import type { HookAddress } from "./program-hooks.ts";
import { type DevServer, type DevServerOptions, startDevServer } from "./dev-server.ts";
import { hasKind } from "./played-roles.ts";
import { StoredObjects } from "./stored-objects.ts";
import { localWebhookConfigurations, withLocalConversion } from "./local-webhooks.ts";

/** A running environment. */
export interface DevEnvironment {
  readonly runOf: RunOf;
  readonly kubeconfigFile: string;
  /** Where each program of the project serves hooks if it has some, the authority of its certificate (PEM), and the settings of its ExtensionConfig. */
  readonly hooks: readonly HookAddress[];
  /** The API server, and a client of it with full access. */
  readonly server: DevServer;
  readonly client: Client;
  /** Serves these CRDs, and calls the webhooks that the descriptions name. Warnings say which stored objects are not valid under a CRD that changed. */
  apply(crds: readonly CustomResourceDefinition[], descriptions: MemberDescriptions): Promise<readonly Diagnostic[]>;
  /** Warns again of stored objects that are not valid when they change, until the function that is returned is called. */
  followStored(found: (problems: readonly Diagnostic[]) => void): () => void;
  stop(): Promise<void>;
}

/** How a process of the project is run. */
export interface EnvironmentRun {
  /** Arguments with its ports and the certificate. */
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  readonly readyUrl: string;
}

/** How the program with that number is run. */
export type RunOf = (part: number, description: ProjectDescription) => EnvironmentRun;

/** How the environment is started. */
export interface DevEnvironmentOptions extends Partial<Omit<DevServerOptions, "crds">> {
  /** The programs, in the order of their descriptions. */
  readonly members?: readonly Pick<RunMember, "extensionConfig">[];
  /** Called as soon as it is known how programs are run: they can be prepared while the control plane starts. */
  readonly planned?: (runOf: RunOf) => void;
}

/** What all programs serve with. */
const ofThisComputer: CertificateOptions = {
  commonName: "localhost",
  dnsNames: ["localhost"],
  ipAddresses: ["127.0.0.1"],
  usages: ["server"],
};

/** Starts the control plane and prepares the files. */
export async function startDevEnvironment(
  { root, trusted }: TrustedProject,
  descriptions: MemberDescriptions,
  { planned, members = [], ...options }: DevEnvironmentOptions = {},
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
  const places = await reservedPorts(descriptions.length);
  const runOf: RunOf = (part, description) => {
    const ports = places[part] ?? noPorts;
    return {
      args: processArgs(description, { ...ports, certificates }),
      env: { KUBECONFIG: kubeconfigFile },
      readyUrl: `http://127.0.0.1:${ports.health}/readyz`,
    };
  };
  planned?.(runOf);
  const authority = createCertificateAuthority({ commonName: "capstan dev" });
  const { certPem, keyPem } = authority.issue(ofThisComputer);
  write(join(certificates, "tls.crt"), certPem);
  write(join(certificates, "tls.key"), keyPem);
  write(join(certificates, "ca.crt"), authority.certPem);
  const crds = [...coreCrds(), ...playedCrds(descriptions)];
  const env = await startDevServer({ real: false, note: () => undefined, ...options, crds });
  try {
    write(kubeconfigFile, env.kubeconfig());
  } catch (error) {
    await env.stop();
    throw error;
  }
  const client = createClient(env.credentials);
  const stored = new StoredObjects(client);
  const addresses = places.map(({ webhook }) => ({ port: webhook, caPem: authority.certPem }));
  return {
    runOf,
    kubeconfigFile,
    hooks: hookAddresses(places, authority.certPem, members),
    server: env,
    client,
    async apply(crds, descriptions) {
      const served = addresses.map((address, part) => ({ address, webhooks: descriptions[part]?.webhooks ?? [] }));
      for (const line of await stored.changes(crds)) options.note?.(line);
      await env.applyCrds(withLocalConversion(crds, served));
      const { mutating, validating } = localWebhookConfigurations(served);
      await replace(client, MutatingWebhookConfiguration, mutating);
      await replace(client, ValidatingWebhookConfiguration, validating);
      return stored.problems(crds);
    },
    followStored: (found) => stored.follow({ changes: (listener) => env.changes(listener), found }),
    stop: () => stopAll(client, env),
  };
}

function hookAddresses(
  places: readonly { readonly webhook: number }[],
  caBundle: string,
  members: NonNullable<DevEnvironmentOptions["members"]>,
): HookAddress[] {
  return places.map(({ webhook }, part) => ({
    url: `https://127.0.0.1:${webhook}`,
    caBundle,
    settings: members[part]?.extensionConfig?.settings,
  }));
}

/** The kinds of the roles that are played, but for those that the project has itself. Operators know nothing of Cluster API. */
function playedCrds(descriptions: MemberDescriptions): readonly CustomResourceDefinition[] {
  if (isOperator(descriptions)) return [];
  const ofRoles = [...kubeadmCrds(), ...devCrds()];
  return ofRoles.filter(({ spec }) => !hasKind(descriptions, { group: spec.group, kind: spec.names.kind }));
}

/** Whether a project has nothing to do with Cluster API. */
export function isOperator(descriptions: MemberDescriptions): boolean {
  return descriptions.every((description) => description?.type === "operator");
}

interface Ports {
  readonly health: number;
  readonly metrics: number;
  readonly webhook: number;
}

interface Places extends Ports {
  readonly certificates: string;
}

const noPorts: Ports = { health: 0, metrics: 0, webhook: 0 };

/** Ports for so many programs. */
async function reservedPorts(programs: number): Promise<Ports[]> {
  const ports = await freePorts(3 * programs);
  return Array.from({ length: programs }, (_, part) => {
    const [health = 0, metrics = 0, webhook = 0] = ports.slice(3 * part);
    return { health, metrics, webhook };
  });
}

/** Only this computer can call the program. The webhook port is always set, because a change may add the first webhook. */
function processArgs({ ports, type }: ProjectDescription, places: Places): string[] {
  const { health, metrics, webhook, certificates } = places;
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
