// How a manager is started in a container, for what measures managers as users run them: read from the files that users get.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "./root.ts";

const dockerfile = "packages/create-capstan/project/common/Dockerfile";
const bundles = {
  manager: "packages/clusterctl-kit/testdata/provider/infrastructure-components.yaml",
  extension: "packages/clusterctl-kit/testdata/extension/runtime-extension-components.yaml",
} as const;

/** The flags that Node gets in the image of a new project. */
export function imageFlags(): readonly string[] {
  const [, list = ""] = found(dockerfile, /^ENTRYPOINT (\[.*\])$/m);
  const [, ...words] = JSON.parse(list) as readonly string[];
  return words.filter((word) => word.startsWith("--"));
}

/** What the Deployment of a bundle and the image of a new project set for Node and its allocator. */
export function nodeVariables(of: keyof typeof bundles = "manager"): Readonly<Record<string, string>> {
  const [, options = ""] = found(bundles[of], /name: NODE_OPTIONS\n\s*value: (.*)$/m);
  const [, arenas = ""] = found(dockerfile, /^ENV MALLOC_ARENA_MAX=(\d+)$/m);
  return { NODE_OPTIONS: options, MALLOC_ARENA_MAX: arenas };
}

function found(file: string, pattern: RegExp): RegExpExecArray {
  const match = pattern.exec(readFileSync(join(root, file), "utf8"));
  if (match === null) throw new Error(`${file} has nothing like ${pattern.source}`);
  return match;
}
