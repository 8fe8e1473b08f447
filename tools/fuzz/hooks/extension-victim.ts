// The server that gets hostile requests, in a process of its own: every hook of Cluster API and one of a product's own group in two versions, with
// handlers that work on what they get. It says how much memory it has, and whether a request has changed what every object has.
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { type KubeObject, type Resource, resourceOf } from "@capstan/api";
import {
  checkTemplates,
  defineExtension,
  defineVariables,
  type Extension,
  handle,
  patchTemplates,
  proceed,
  retryAfter,
  serveExtension,
} from "@capstan/extension-kit";
import { createSelfSigned } from "@capstan/serve/certificates";
import { backupCatalog } from "../../../packages/extension-kit/src/testing/backup-hooks.ts";

interface FooTemplate extends KubeObject<"infrastructure.example.dev/v1", "FooTemplate"> {
  spec: { template: { spec: { image?: string; tags?: string[] } } };
}
const FooTemplate: Resource<FooTemplate> = resourceOf("infrastructure.example.dev/v1", "FooTemplate");
const variables = defineVariables({
  image: { required: true, schema: { type: "string", pattern: "^[a-z0-9.-]+$", maxLength: 100 } },
  tags: { schema: { type: "array", items: { type: "string" }, default: [] } },
});

const hold = ({ cluster }: { readonly cluster: { readonly metadata: { readonly name?: string } } }) =>
  retryAfter("5s", `${cluster.metadata.name} is not ready`);

const extension: Extension = defineExtension(
  {
    beforeClusterCreate: hold,
    afterControlPlaneInitialized: () => proceed(),
    beforeClusterUpgrade: hold,
    beforeControlPlaneUpgrade: () => {
      throw new TypeError("it always throws");
    },
    afterControlPlaneUpgrade: { timeout: "1s", handle: () => new Promise<never>(() => undefined) },
    beforeWorkersUpgrade: hold,
    afterWorkersUpgrade: ({ kubernetesVersion }) => retryAfter("1m", kubernetesVersion),
    afterClusterUpgrade: () => proceed(),
    beforeClusterDelete: (_, { settings }) => retryAfter("3s", settings.reason),
    generatePatches: {
      patches: patchTemplates(variables).on(FooTemplate, (template, { image, tags }, { builtin }) => {
        template.spec.template.spec.image = image;
        template.spec.template.spec.tags = [...tags, builtin.cluster?.name ?? ""];
      }),
    },
    validateTopology: {
      checks: checkTemplates(variables).on(FooTemplate, (template, { image }) =>
        template.spec.template.spec.image === image ? [] : [`the image is not ${image}`],
      ),
    },
    discoverVariables: { variables },
    generateUpgradePlan: {
      plan: ({ toKubernetesVersion }) => proceed({ controlPlaneUpgrades: [{ version: toKubernetesVersion }] }),
    },
    canUpdateMachine: ({ desired }) =>
      proceed({ machinePatch: { spec: { version: desired.machine.spec.version ?? null } } }),
    canUpdateMachineSet: ({ desired }) =>
      proceed({ machineSetPatch: { spec: { paused: desired.machineSet.metadata.name ?? null } } }),
    updateMachine: () => retryAfter("2s", "in progress"),
    custom: [
      handle(backupCatalog.BeforeBackup, ({ place, copies = 0 }) =>
        copies > 3 ? retryAfter("1m", "too many copies") : proceed({ result: { place: place.name } }),
      ),
    ],
  },
  { settings: { reason: { default: "a snapshot is taken" } } },
);

/** Serves it on a free port of 127.0.0.1. */
export async function start(): Promise<{ readonly port: number }> {
  const tls = createSelfSigned({ commonName: "hooks", ipAddresses: ["127.0.0.1"] });
  const { port } = await serveExtension(extension, { tls, port: 0, http2: true });
  return { port };
}

/** What the process says of itself after a collection of garbage. */
export interface VictimState {
  readonly residentMiB: number;
  readonly heapMiB: number;
  /** What every object has that it should not have; null for nothing. */
  readonly polluted: unknown;
}

/** Collects garbage and measures. */
export async function call(): Promise<VictimState> {
  setFlagsFromString("--expose-gc");
  const collect: unknown = runInNewContext("gc");
  if (typeof collect === "function") for (let i = 0; i < 3; i += 1) collect();
  const { rss, heapUsed } = process.memoryUsage();
  const empty: Record<string, unknown> = {};
  return { residentMiB: rss / 2 ** 20, heapMiB: heapUsed / 2 ** 20, polluted: empty["polluted"] ?? null };
}
