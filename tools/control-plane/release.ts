// Produces what Cluster API publishes beside its images, from the Go modules' own files: component manifests (by kustomize),
// metadata.yaml, the in-memory templates. Laid out as a clusterctl local repository. It changes no manifest.
import { randomUUID } from "node:crypto";
import { copyFileSync, existsSync, mkdirSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { cacheFolder, moduleFolder, moduleKey, programFolder } from "./cache.ts";
import { type Core, coreVersion } from "./cores.ts";
import { run } from "./go.ts";

const core = "sigs.k8s.io/cluster-api";
const test = "sigs.k8s.io/cluster-api/test";

/** One provider's release: where its kustomization lies, and the name clusterctl looks for. */
interface Release {
  readonly label: string;
  readonly file: string;
  readonly from: typeof core | typeof test;
  readonly config: string;
  /** Files published as they are, by path in the module. */
  readonly templates?: readonly string[];
}

const releasesOf = ({ config }: Core): readonly Release[] => [
  { label: "cluster-api", file: "core-components.yaml", from: core, config },
  {
    label: "bootstrap-kubeadm",
    file: "bootstrap-components.yaml",
    from: core,
    config: "bootstrap/kubeadm/config/default",
  },
  {
    label: "control-plane-kubeadm",
    file: "control-plane-components.yaml",
    from: core,
    config: "controlplane/kubeadm/config/default",
  },
  {
    label: "infrastructure-docker",
    file: "infrastructure-components.yaml",
    from: test,
    config: "infrastructure/docker/config/default",
    templates: [
      "infrastructure/docker/templates/cluster-template-in-memory.yaml",
      "infrastructure/docker/templates/clusterclass-in-memory.yaml",
    ],
  },
];

/** The folder of the release material, keyed by the module it is made from. */
export function releaseFolder({ module }: Core): string {
  return join(cacheFolder(), "releases", moduleKey(module));
}

/** Makes the release material; resolves to false when the cache had it already. */
export async function buildReleases(of: Core): Promise<boolean> {
  const folder = releaseFolder(of);
  if (existsSync(folder)) return false;
  const temporary = `${folder}.${randomUUID()}.tmp`;
  try {
    const sources = { [core]: await sourceFolder(of, core), [test]: await sourceFolder(of, test) };
    const target: Target = { sources, root: temporary, version: coreVersion(of) };
    for (const release of releasesOf(of)) await buildRelease(release, target);
    renameSync(temporary, folder);
  } finally {
    rmSync(temporary, { force: true, recursive: true });
  }
  return true;
}

/** What releases are made from, and where they go. */
interface Target {
  readonly sources: Readonly<Record<string, string>>;
  readonly root: string;
  readonly version: string;
}

async function buildRelease(release: Release, { sources, root, version }: Target): Promise<void> {
  const source = sources[release.from] ?? "";
  const folder = join(root, release.label, version);
  mkdirSync(folder, { recursive: true });
  const kustomize = join(programFolder("kustomize"), "kustomize");
  const components = await run({ command: kustomize, args: ["build", join(source, release.config)], cwd: source });
  writeFileSync(join(folder, release.file), components);
  copyFileSync(join(sources[core] ?? "", "metadata.yaml"), join(folder, "metadata.yaml"));
  for (const template of release.templates ?? []) {
    copyFileSync(join(source, template), join(folder, template.slice(template.lastIndexOf("/") + 1)));
  }
}

/** The module cache's folder of a Go module. */
async function sourceFolder({ module }: Core, path: string): Promise<string> {
  const args = ["list", "-m", "-f", "{{.Dir}}", path];
  return (await run({ command: "go", args, cwd: moduleFolder(module) })).trim();
}
