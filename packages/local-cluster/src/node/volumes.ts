// Reads the Secrets and ConfigMaps of a Pod and writes its volumes to disk. Host paths and other kinds of volumes are ignored.
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import type { Client } from "@capstan/client";
import { ownValue } from "@capstan/kube";
import { ConfigMap, type PodSpec, Secret, type Volume } from "@capstan/kube/builtin";
import { localClusterError } from "../errors.ts";
import type { PodData } from "./environment.ts";

/** The data of everything that a Pod reads, by object name; strings are Latin-1, which preserves all bytes. */
export interface PodSources {
  readonly secrets: PodData;
  readonly configMaps: PodData;
}

/** Reads everything that the Pod uses; throws `local-cluster/not-yet` for the first object that does not exist. */
export async function readSources(client: Client, namespace: string, pod: PodSpec): Promise<PodSources> {
  const secrets: Record<string, Record<string, string>> = {};
  const configMaps: Record<string, Record<string, string>> = {};
  for (const { kind, name, optional } of references(pod)) {
    const data =
      kind === "Secret" ? await readSecret(client, namespace, name) : await readConfigMap(client, namespace, name);
    if (data !== undefined) (kind === "Secret" ? secrets : configMaps)[name] = data;
    else if (!optional) throw localClusterError("local-cluster/not-yet", { kind, key: `${namespace}/${name}` });
  }
  return { secrets, configMaps };
}

/** Writes the Pod's volumes below `folder`, which is emptied first; returns the folder of each volume. */
export function writeVolumes(folder: string, pod: PodSpec, sources: PodSources): Map<string, string> {
  rmSync(folder, { recursive: true, force: true });
  const folders = new Map<string, string>();
  for (const volume of pod.volumes ?? []) {
    const files = volumeFiles(volume, sources);
    if (files === undefined) continue;
    const path = join(folder, volume.name);
    mkdirSync(path, { recursive: true, mode: 0o700 });
    for (const [name, text] of Object.entries(files)) {
      mkdirSync(dirname(join(path, name)), { recursive: true, mode: 0o700 });
      writeFileSync(join(path, name), text, { encoding: "latin1", mode: 0o600 });
    }
    folders.set(volume.name, path);
  }
  return folders;
}

interface Reference {
  readonly kind: "Secret" | "ConfigMap";
  readonly name: string;
  readonly optional: boolean;
}

function references(pod: PodSpec): Reference[] {
  const found: Reference[] = [];
  const add = (kind: Reference["kind"], name: string | undefined, optional: boolean | undefined): void => {
    if (name !== undefined) found.push({ kind, name, optional: optional ?? false });
  };
  for (const { secret, configMap } of pod.volumes ?? []) {
    add("Secret", secret?.secretName, secret?.optional);
    add("ConfigMap", configMap?.name, configMap?.optional);
  }
  for (const container of pod.containers) {
    for (const { secretRef, configMapRef } of container.envFrom ?? []) {
      add("Secret", secretRef?.name, secretRef?.optional);
      add("ConfigMap", configMapRef?.name, configMapRef?.optional);
    }
    for (const { valueFrom } of container.env ?? []) {
      add("Secret", valueFrom?.secretKeyRef?.name, valueFrom?.secretKeyRef?.optional);
      add("ConfigMap", valueFrom?.configMapKeyRef?.name, valueFrom?.configMapKeyRef?.optional);
    }
  }
  return found;
}

async function readSecret(
  client: Client,
  namespace: string,
  name: string,
): Promise<Record<string, string> | undefined> {
  const secret = await client.find(Secret, { namespace, name });
  if (secret === undefined) return undefined;
  return Object.fromEntries(
    Object.entries(secret.data ?? {}).map(([key, value]) => [key, Buffer.from(value, "base64").toString("latin1")]),
  );
}

async function readConfigMap(
  client: Client,
  namespace: string,
  name: string,
): Promise<Record<string, string> | undefined> {
  const configMap = await client.find(ConfigMap, { namespace, name });
  if (configMap === undefined) return undefined;
  return Object.fromEntries(
    Object.entries(configMap.data ?? {}).map(([key, value]) => [key, Buffer.from(value, "utf8").toString("latin1")]),
  );
}

function volumeFiles({ secret, configMap, emptyDir }: Volume, sources: PodSources): Record<string, string> | undefined {
  if (emptyDir !== undefined) return {};
  const data =
    secret === undefined
      ? ownValue(sources.configMaps, configMap?.name ?? "")
      : ownValue(sources.secrets, secret.secretName);
  const items = secret?.items ?? configMap?.items;
  if (data === undefined || items === undefined) return data;
  return Object.fromEntries(
    items.flatMap(({ key, path }) => {
      const value = ownValue(data, key);
      return value === undefined ? [] : [[path, value]];
    }),
  );
}
