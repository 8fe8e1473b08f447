// The Secret with the data of a BootstrapConfig: named like the config, in its namespace, with the label of the cluster, and the config as its controller.
// A Secret of that name which the config does not control is neither used nor written: somebody else put it there.
import type { Cluster } from "@capstan/api/core/v1beta2";
import { systemClock, type Client } from "@capstan/client";
import { annotations, clusterSecretType, labels, ownerReferenceTo } from "@capstan/contract";
import {
  controllerOf,
  errorOf,
  formatDuration,
  formatKey,
  isControlledBy,
  keyOf,
  parseApiVersion,
  parseDuration,
  type DurationString,
  type KubeObject,
} from "@capstan/kube";
import { Secret } from "@capstan/kube/builtin";
import type { NewBootstrapData } from "../authoring/bootstrap-config.ts";
import { kitErrors } from "../kit-errors.ts";

/** The name of the annotation with the time of the next renewal; its prefix is the API group of the config. */
const renewAt = "renew-at";

/** The Secret of a config, read from the API server; undefined when there is none. Throws `workflow/data-secret-taken` for one that the config does not control. */
export async function findDataSecret(client: Pick<Client, "find">, config: KubeObject): Promise<Secret | undefined> {
  const key = keyOf(config);
  const secret = await client.find(Secret, key);
  if (secret === undefined || isControlledBy(secret, config)) return secret;
  throw errorOf(kitErrors, "workflow/data-secret-taken", { values: { key: formatKey(key), kind: config.kind } });
}

/** Whether the data must be created again now. An annotation that is not a time counts as now. */
export function isRenewalDue(secret: Secret): boolean {
  const time = renewalOf(secret);
  return time !== undefined && !(time > now());
}

/** The annotation is in a Secret of a tenant: a time far away is looked at again after this one. */
const longestWaitMs = 24 * 60 * 60 * 1000;

/** The time until the data must be created again, at most a day; undefined when it never must. */
export function untilRenewal(secret: Secret | undefined): DurationString | undefined {
  const time = secret === undefined ? undefined : renewalOf(secret);
  return time === undefined ? undefined : formatDuration(Math.min(Math.max(time - now(), 0), longestWaitMs));
}

/**
 * When the certificates of the data expire, in RFC 3339 and without fractions of a second; undefined when nothing declares it. The annotation is in a
 * Secret of a tenant, and core fails for a string that is not a time.
 */
export function certificatesExpiryOf(secret: Secret | undefined): string | undefined {
  const time = Date.parse(secret?.metadata.annotations?.[annotations.certificatesExpiry] ?? "");
  return Number.isNaN(time) || time > lastTime ? undefined : rfc3339(new Date(time));
}

/** Go reads years of four digits. */
const lastTime = Date.parse("9999-12-31T23:59:59Z");

function rfc3339(time: Date): string {
  return time.toISOString().replace(/\.\d+Z$/, "Z");
}

/** A config, its Cluster, its Secret if there is one, and what to write into it. */
export interface DataSecretWrite {
  readonly config: KubeObject;
  readonly cluster: Cluster;
  readonly found: Secret | undefined;
  readonly data: NewBootstrapData;
}

/** Creates the Secret of a config, or replaces its data, and returns it. Labels and annotations that others have set stay. */
export async function writeDataSecret(
  client: Pick<Client, "create" | "update">,
  write: DataSecretWrite,
): Promise<Secret> {
  const { config, cluster, found, data } = write;
  const secret: Secret = {
    apiVersion: "v1",
    kind: "Secret",
    metadata: {
      ...(found?.metadata ?? keyOf(config)),
      labels: { ...found?.metadata.labels, [labels.clusterName]: keyOf(cluster).name },
      ...annotationsOf(write),
      ownerReferences: [ownerReferenceTo(config, { controller: true, blockOwnerDeletion: true })],
    },
    type: clusterSecretType,
    data: { value: toBase64(data.value), format: toBase64(data.format ?? "cloud-config") },
  };
  return found === undefined ? client.create(Secret, secret) : client.update(Secret, secret);
}

function annotationsOf({ config, found, data }: DataSecretWrite): Pick<KubeObject["metadata"], "annotations"> {
  const { [renewalKey(config)]: _, [annotations.certificatesExpiry]: __, ...kept } = found?.metadata.annotations ?? {};
  if (data.renewAfter !== undefined) kept[renewalKey(config)] = timeAfter(data.renewAfter);
  if (data.certificatesExpiry !== undefined) kept[annotations.certificatesExpiry] = rfc3339(data.certificatesExpiry);
  return Object.keys(kept).length === 0 && found?.metadata.annotations === undefined ? {} : { annotations: kept };
}

function renewalOf(secret: Secret): number | undefined {
  const controller = controllerOf(secret);
  const time = controller === undefined ? undefined : secret.metadata.annotations?.[renewalKey(controller)];
  return time === undefined ? undefined : Date.parse(time);
}

function renewalKey({ apiVersion }: { readonly apiVersion: string }): string {
  return `${parseApiVersion(apiVersion).group}/${renewAt}`;
}

function timeAfter(duration: DurationString): string {
  return new Date(now() + parseDuration(duration)).toISOString();
}

/** By the clock that ends the waits of the manager. */
function now(): number {
  return systemClock.date().getTime();
}

function toBase64(text: string): string {
  return Buffer.from(text, "utf8").toString("base64");
}
