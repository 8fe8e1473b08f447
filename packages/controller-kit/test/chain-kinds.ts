// A kind in three versions whose field has another name in each, converted by a webhook that a test can break.
import type { Converter } from "@capstan/api/codegen/v1";
import { createClient, type Client } from "@capstan/client";
import { parseApiVersion, resourceOf, type KubeObject, type ObjectKey, type Resource } from "@capstan/kube";
import { CustomResourceDefinition } from "@capstan/kube/builtin";
import type { LogFields, Logger } from "@capstan/operator";
import type { TestEnv } from "@capstan/testenv";
import { initProvider, type ProviderKit } from "../src/authoring/provider-kit.ts";
import type { Provider } from "../src/authoring/provider.ts";
import { serveConversions } from "../src/testing/serve-conversions.ts";

/** The versions, the oldest first. */
export type ChainVersion = "v1" | "v2" | "v3";

/** An object in any of them. */
export interface Chain extends KubeObject {
  spec?: Readonly<Record<string, number>>;
}

const fields: Readonly<Record<ChainVersion, string>> = { v1: "size", v2: "count", v3: "amount" };

/** A line of a log. */
export interface Line extends LogFields {
  readonly level: string;
  readonly message: string;
}

/** The kind, in a group of its own, and a provider that converts it. */
export interface ChainBench extends AsyncDisposable {
  readonly env: TestEnv;
  readonly client: Client;
  readonly provider: Provider<object>;
  /** The names of the objects whose conversion fails; "*" is all of them. */
  readonly broken: Set<string>;
  readonly log: Logger;
  /** The key of the definition. */
  readonly key: ObjectKey;
  /** The kind in one version. */
  kindIn(version: ChainVersion): Resource<Chain>;
  /** Creates an object with the value 1. */
  create(version: ChainVersion, name: string): Promise<Chain>;
  /** Changes the stored and the served versions. */
  define(storage: ChainVersion, served: readonly ChainVersion[]): Promise<void>;
  /** The definition as it is. */
  crd(): Promise<CustomResourceDefinition>;
  /** What the provider has logged at a level: each line with its message and these fields. */
  logged(level: string, ...names: readonly string[]): readonly object[];
}

let benches = 0;

/** Creates it, with objects stored in v1, and v1 and v2 served. */
export async function createChainBench(
  env: TestEnv,
  names: readonly string[],
  { status = false }: { readonly status?: boolean } = {},
): Promise<ChainBench> {
  benches += 1;
  const group = `chain${benches}.example.org`;
  const broken = new Set<string>();
  const kit: ProviderKit<object> = initProvider();
  const conversion = converter(group, broken);
  const provider = kit.provider({ name: "chain", type: "infrastructure", controllers: [], conversions: [conversion] });
  const conversions = await serveConversions(provider);
  const definition = (storage: ChainVersion, served: readonly ChainVersion[]): CustomResourceDefinition[] =>
    conversions.withConversion([chainCrd(group, { storage, served, status })]);
  await env.applyCrds(definition("v1", ["v1", "v2"]));
  const client = createClient(env.credentials);
  const key = { namespace: "", name: `chains.${group}` };
  const lines: Line[] = [];
  const bench: ChainBench = {
    env,
    client,
    provider,
    broken,
    log: recorder(lines),
    key,
    kindIn: (version) => resourceOf(`${group}/${version}`, "Chain"),
    create: (version, name) =>
      client.create(bench.kindIn(version), {
        apiVersion: `${group}/${version}`,
        kind: "Chain",
        metadata: { namespace: "default", name },
        spec: { [fields[version]]: 1 },
      }),
    async define(storage, served) {
      const spec = definition(storage, served)[0]?.spec;
      await client.patch(CustomResourceDefinition, key, { type: "merge", body: { spec } });
    },
    crd: () => client.get(CustomResourceDefinition, key),
    logged: (level, ...fieldNames) =>
      lines
        .filter((line) => line.level === level)
        .map((line) => Object.fromEntries(["message", ...fieldNames].map((name) => [name, line[name]]))),
    async [Symbol.asyncDispose]() {
      client.close();
      await conversions.stop();
    },
  };
  for (const name of names) await bench.create("v1", name);
  return bench;
}

/** The versions of a definition, of which one is stored. */
interface Versions {
  readonly storage: ChainVersion;
  readonly served: readonly ChainVersion[];
  /** Whether status is a subresource. */
  readonly status: boolean;
}

function chainCrd(group: string, { storage, served, status }: Versions): CustomResourceDefinition {
  return {
    apiVersion: "apiextensions.k8s.io/v1",
    kind: "CustomResourceDefinition",
    metadata: { name: `chains.${group}` },
    spec: {
      group,
      scope: "Namespaced",
      names: { kind: "Chain", plural: "chains", singular: "chain", listKind: "ChainList" },
      versions: served.map((name) => ({
        name,
        served: true,
        storage: name === storage,
        ...(status ? { subresources: { status: {} } } : {}),
        schema: {
          openAPIV3Schema: {
            type: "object",
            properties: { spec: { type: "object", properties: { [fields[name]]: { type: "integer" } } } },
          },
        },
      })),
    },
  };
}

function recorder(lines: Line[], inherited: LogFields = {}): Logger {
  const write =
    (level: string) =>
    (message: string, more: LogFields = {}): void =>
      void lines.push({ ...inherited, ...more, level, message });
  return {
    debug: write("debug"),
    info: write("info"),
    warn: write("warn"),
    error: write("error"),
    child: (more) => recorder(lines, { ...inherited, ...more }),
  };
}

function converter(group: string, broken: ReadonlySet<string>): Converter {
  return {
    group,
    kind: "Chain",
    hub: `${group}/v3`,
    versions: [`${group}/v1`, `${group}/v2`, `${group}/v3`],
    convert(object, apiVersion) {
      // The converter is of this kind alone.
      const { spec = {}, ...rest } = object as Chain;
      const { name = "" } = rest.metadata;
      if (broken.has(name) || broken.has("*")) throw new Error(`${name} is broken`);
      const [value] = Object.values(spec);
      return { ...rest, apiVersion, spec: { [fieldOf(apiVersion)]: value } };
    },
  };
}

function fieldOf(apiVersion: string): string {
  // The API server converts to versions of the definition alone.
  return fields[parseApiVersion(apiVersion).version as ChainVersion];
}
