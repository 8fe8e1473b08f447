// The files of a project that go into a release with its code: generated CRDs, cluster templates, ClusterClasses.
import { existsSync } from "node:fs";
import { readdir } from "node:fs/promises";
import { join } from "node:path";
import type { ReleaseFile } from "@capstan/clusterctl-kit";
import type { CustomResourceDefinition } from "@capstan/kube/builtin";
import type { CapstanConfig } from "../config/config.ts";
import { generateFolders } from "../config/generate-config.ts";
import { readJson, readContent } from "./files.ts";

/** The folder of a project's CRDs, relative to it: where `generate` writes them, or what the configuration names. */
export function crdFolder({ crds, generate }: Pick<CapstanConfig, "crds" | "generate"> = {}): string {
  return crds ?? generateFolders(generate).crds;
}

/** The CRDs of a folder, from their JSON form (it loads far faster than YAML); none when there is no folder. */
export async function readCrds(folder: string): Promise<CustomResourceDefinition[]> {
  return Promise.all(
    (await filesIn(folder, ".json")).map(
      // What the file holds is checked by the release, which names the file.
      async (name) => (await readJson(join(folder, name))) as CustomResourceDefinition,
    ),
  );
}

/** The YAML files of the templates' folder; none when there is no folder. */
export async function readTemplates(folder: string): Promise<ReleaseFile[]> {
  return Promise.all(
    (await filesIn(folder, ".yaml")).map(async (name) => ({
      path: name,
      content: await readContent(join(folder, name)),
    })),
  );
}

async function filesIn(folder: string, ending: string): Promise<string[]> {
  return existsSync(folder) ? (await readdir(folder)).filter((name) => name.endsWith(ending)).toSorted() : [];
}
