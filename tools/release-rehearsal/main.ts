// `pnpm run release-rehearsal`: releases everything to a registry on this computer, scaffolds a provider and an extension from it, runs
// their README's commands, releases a snapshot and a new minor version, updates both. Works in a copy; leaves nothing behind.
import { rmSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { runSteps, type Step } from "@capstan/repo";
import { startRegistry, type Registry } from "@capstan/tool-registry";
import { addMinorChange, release, releaseSnapshot, type Release } from "./release.ts";
import { copyTree } from "./tree-copy.ts";
import {
  inspect,
  installForImage,
  installNode,
  installSnapshot,
  newUser,
  runDev,
  runTests,
  scaffold,
  update,
  withNode,
  type User,
} from "./user.ts";

const nodeVersions = ["22.19.0", "24.21.0"];
const projects: readonly (readonly [string, string])[] = [
  ["provider", "my-cloud"],
  ["extension", "upgrade-gate"],
];

const work = await mkdtemp(join(tmpdir(), "capstan-rehearsal-"));
const tree = join(work, "tree");
let registry: Registry | undefined;
let user: User | undefined;

/** What an earlier step should have made; its absence only says that the earlier step failed. */
function needed<T>(value: T | undefined, what: string): T {
  if (value === undefined) throw new Error(`there is no ${what}: an earlier step failed`);
  return value;
}

/** A step that has nothing to say but its name. */
async function noteless(work: Promise<unknown>): Promise<undefined> {
  await work;
  return undefined;
}

/** From the copy to the registry. */
const toRegistry = (): Release => {
  const { url, npmrc } = needed(registry, "registry");
  return { tree, registryUrl: url, npmrc };
};

/** The README's two commands, on each Node. */
function tryProjects(when: string): Step[] {
  return nodeVersions.flatMap((version) =>
    projects.flatMap(([type, name]): Step[] => {
      const on = (): User => withNode(needed(user, "user"), join(work, `node-${version}`, "node_modules/node/bin"));
      const folder = (): string => join(needed(user, "user").home, name);
      return [
        { name: `${when}: ${type}, dev, Node ${version}`, run: () => runDev(on(), folder()) },
        { name: `${when}: ${type}, test, Node ${version}`, run: () => runTests(on(), folder()) },
        { name: `${when}: ${type}, bundle, Node ${version}`, run: () => inspect(on(), folder()) },
      ];
    }),
  );
}

const steps: readonly Step[] = [
  { name: "copy the tree", run: () => noteless(copyTree(tree)) },
  {
    name: "start a registry",
    run: async () => {
      registry = await startRegistry(join(work, "registry"));
      user = await newUser(join(work, "user"), registry.npmrc);
      return undefined;
    },
  },
  { name: "release", run: () => release(toRegistry()) },
  ...nodeVersions.map((version): Step => ({
    name: `install Node ${version}`,
    run: () => noteless(installNode(join(work, `node-${version}`), version)),
  })),
  ...projects.map(([type, name]): Step => ({
    name: `npm create capstan: ${type}`,
    run: () => noteless(scaffold(needed(user, "user"), type, name)),
  })),
  ...projects.map(([type, name]): Step => ({
    name: `install for the image: ${type}`,
    run: () => installForImage(needed(user, "user"), join(needed(user, "user").home, name)),
  })),
  ...tryProjects("new"),
  {
    name: "release a snapshot",
    run: async () => {
      await addMinorChange(tree);
      return releaseSnapshot(toRegistry(), "canary");
    },
  },
  { name: "install the snapshot", run: () => installSnapshot(needed(user, "user"), "canary") },
  { name: "release a new minor", run: () => release(toRegistry()) },
  ...projects.map(([type, name]): Step => ({
    name: `update: ${type}`,
    run: () => update(needed(user, "user"), join(needed(user, "user").home, name)),
  })),
  ...tryProjects("updated"),
];

for (const signal of ["SIGINT", "SIGTERM"] as const) {
  process.once(signal, () => {
    rmSync(work, { recursive: true, force: true });
    process.exit(1);
  });
}

let failed = 0;
try {
  ({ failed } = await runSteps(steps));
} finally {
  await registry?.stop();
  await rm(work, { recursive: true, force: true, maxRetries: 5 });
}
process.exitCode = failed === 0 ? 0 : 1;
