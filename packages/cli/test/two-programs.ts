// A project with a provider and a Runtime Extension: the provider of the scaffold, and hooks of its own for a Cluster of its kinds.
import { cpSync, existsSync, readdirSync, readlinkSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { devEntry, type DevProject } from "./dev-project.ts";

const starter = fileURLToPath(new URL("../../../examples/provider-starter/", import.meta.url));

/** Its configuration. */
export const twoProgramsConfig: object = {
  name: "starter",
  type: "infrastructure",
  image: "registry.example.com/team/starter",
  releaseSeries: [{ major: 0, minor: 1, contract: "v1beta2" }],
  repository: { local: "repo" },
  also: [{ type: "runtime-extension", image: "registry.example.com/team/hooks", entry: "src/hooks.ts" }],
};

/** An extension that answers upgrades with a word. */
export function hooksSaying(word: string): string {
  return `import { defineExtension, proceed, retryAfter, run } from "@capstan/extension-kit";

const extension = defineExtension(
  { beforeClusterCreate: () => proceed(), beforeClusterUpgrade: () => retryAfter("1m", "${word}") },
  { name: "starter" },
);
await run(extension);
`;
}

const own = "infrastructure.cluster.x-k8s.io/v1beta1";
const core = "cluster.x-k8s.io/v1beta2";

const template = (apiVersion: string, kind: string, spec: object = {}): object => {
  return { apiVersion, kind, metadata: { name: "starter" }, spec: { template: { spec } } };
};
const reference = (apiVersion: string, kind: string): object => {
  return { templateRef: { apiVersion, kind, name: "starter" } };
};
const [bootstrap, controlPlane] = [`bootstrap.${core}`, `controlplane.${core}`];
const machines = reference(own, "StarterMachineTemplate");

/** A Cluster of a ClusterClass with the kinds of the provider: hooks are called for no other. */
export function clusterOfClass({ machinePools = [] }: { readonly machinePools?: readonly object[] } = {}): string {
  const pool = reference(own, "StarterMachinePoolTemplate");
  const config = reference(bootstrap, "KubeadmConfigTemplate");
  const hasPools = machinePools.length > 0;
  const objects = [
    template(own, "StarterClusterTemplate"),
    template(own, "StarterMachineTemplate"),
    ...(hasPools ? [template(own, "StarterMachinePoolTemplate")] : []),
    template(controlPlane, "KubeadmControlPlaneTemplate", { kubeadmConfigSpec: { format: "cloud-config" } }),
    template(bootstrap, "KubeadmConfigTemplate", { format: "cloud-config" }),
    {
      apiVersion: core,
      kind: "ClusterClass",
      metadata: { name: "starter" },
      spec: {
        infrastructure: reference(own, "StarterClusterTemplate"),
        controlPlane: {
          ...reference(controlPlane, "KubeadmControlPlaneTemplate"),
          machineInfrastructure: machines,
        },
        workers: {
          machineDeployments: [{ class: "worker", bootstrap: config, infrastructure: machines }],
          ...(hasPools && { machinePools: [{ class: "pool", bootstrap: config, infrastructure: pool }] }),
        },
      },
    },
    {
      apiVersion: core,
      kind: "Cluster",
      metadata: { name: "dev", namespace: "default" },
      spec: {
        topology: {
          classRef: { name: "starter" },
          version: "v1.36.0",
          controlPlane: { replicas: 1 },
          workers: {
            machineDeployments: [{ class: "worker", name: "workers", replicas: 1 }],
            ...(hasPools && { machinePools }),
          },
        },
      },
    },
  ];
  return objects.map((object) => JSON.stringify(object)).join("\n---\n");
}

/** Writes it into the folder. */
export function useTwoPrograms(project: DevProject): void {
  for (const folder of ["src", "generated"])
    cpSync(join(starter, folder), join(project.root, folder), {
      recursive: true,
      filter: (file) => !file.endsWith(".test.ts"),
    });
  project.write("src/hooks.ts", hooksSaying("wait for the weekend"));
  project.write("capstan.config.ts", `export default ${JSON.stringify(twoProgramsConfig)};\n`);
  project.write("dev/cluster.yaml", clusterOfClass());
}

/** The small entry, with a word and a file of its own. */
export function smallEntry(word: string): string {
  return `import { writeFileSync } from "node:fs";
${devEntry.replace("./word.ts", `./${word}.ts`)}
if (!process.argv.includes("--describe")) writeFileSync(new URL("../${word}.pid", import.meta.url), String(process.pid));
`;
}

/** What the small entries need: two programs, of which each says a word. */
export function useSmallPrograms(project: DevProject): void {
  project.write("src/main.ts", smallEntry("one"));
  project.write("src/hooks.ts", smallEntry("two"));
  for (const word of ["one", "two"]) project.write(`src/${word}.ts`, `export const word = "${word}";\n`);
  project.write("capstan.config.ts", `export default ${JSON.stringify(twoProgramsConfig)};\n`);
}

/** The processes that work in a folder, where the system shows it. */
export function workingIn(folder: string): readonly string[] {
  if (!existsSync("/proc/self/cwd")) return [];
  return readdirSync("/proc").filter((name) => /^\d+$/.test(name) && workingFolder(name) === folder);
}

function workingFolder(pid: string): string | undefined {
  try {
    return readlinkSync(`/proc/${pid}/cwd`);
  } catch {
    return undefined;
  }
}
