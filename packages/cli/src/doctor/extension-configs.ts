// The handlers of installed extensions: of the ExtensionConfigs of a cluster, or of files that have them.
import { readdir, stat } from "node:fs/promises";
import { extname, join } from "node:path";
import { ExtensionConfig } from "@capstan/api/runtime/v1beta2";
import type { Client } from "@capstan/client";
import { type Diagnostic, getAt, isJsonObject } from "@capstan/kube";
import { readContent } from "../project/files.ts";

/** A handler, and the hook that it answers. */
export interface InstalledHandler {
  readonly name: string;
  /** `<group>/<version>/<name>`. */
  readonly hook: string;
}

/** An ExtensionConfig with its handlers; undefined while they are not known. */
export interface InstalledExtension {
  readonly name: string;
  readonly handlers: readonly InstalledHandler[] | undefined;
}

/** Those of a cluster. */
export async function extensionsOfCluster(client: Client): Promise<readonly InstalledExtension[]> {
  const { items } = await client.listAll(ExtensionConfig);
  return items.flatMap(extensionsIn);
}

/** What files have, and why some cannot be read. */
export interface ExtensionsInFiles {
  readonly extensions: readonly InstalledExtension[];
  readonly diagnostics: readonly Diagnostic[];
}

/** Those of a file, or of all YAML and JSON files of a folder and the folders in it. */
export async function extensionsOfFiles(path: string): Promise<ExtensionsInFiles> {
  const isFolder = (await stat(path)).isDirectory();
  const names = isFolder
    ? (await readdir(path, { recursive: true })).filter((name) => endings.includes(extname(name)))
    : [""];
  const found = await Promise.all(names.toSorted().map((name) => extensionsOfFile(join(path, name))));
  return {
    extensions: found.flatMap(({ extensions }) => extensions),
    diagnostics: found.flatMap(({ diagnostics }) => diagnostics),
  };
}

const endings: readonly string[] = [".yaml", ".yml", ".json"];

async function extensionsOfFile(file: string): Promise<ExtensionsInFiles> {
  const [text, { parseYaml }] = await Promise.all([readContent(file), import("@capstan/schema/yaml")]);
  const { documents, diagnostics } = parseYaml(text, { file });
  const errors = diagnostics.filter(({ severity }) => severity === "error");
  return { extensions: documents.flatMap(({ value }) => extensionsIn(value)), diagnostics: errors };
}

/** The ExtensionConfig that a value is, or those of a list. */
function extensionsIn(value: unknown): readonly InstalledExtension[] {
  const items = getAt(value, ["items"]);
  if (Array.isArray(items)) return items.flatMap(extensionsIn);
  const apiVersion = stringAt(value, "apiVersion");
  const name = stringAt(value, "metadata", "name");
  if (getAt(value, ["kind"]) !== "ExtensionConfig" || !apiVersion.startsWith("runtime.cluster.x-k8s.io/")) return [];
  const handlers = getAt(value, ["status", "handlers"]);
  return [{ name, handlers: Array.isArray(handlers) ? handlers.filter(isJsonObject).map(handlerOf) : undefined }];
}

function handlerOf(handler: unknown): InstalledHandler {
  const hook = `${stringAt(handler, "requestHook", "apiVersion")}/${stringAt(handler, "requestHook", "hook")}`;
  return { name: stringAt(handler, "name"), hook };
}

function stringAt(value: unknown, ...path: readonly string[]): string {
  const found = getAt(value, path);
  return typeof found === "string" ? found : "";
}
