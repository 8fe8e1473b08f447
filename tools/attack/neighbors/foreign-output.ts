// Folders and links of another user that `capstan bundle` and `capstan import` are told to write to: what is written there that user can replace, and a
// link leads into the folders of the one that runs the command.
import {
  chmodSync,
  existsSync,
  lchownSync,
  mkdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import type { Attack } from "../area.ts";
import { AttackedProject } from "../imports/project.ts";
import type { Lab } from "../lab.ts";

const nobody = 65_534;
const precious = "own\n";

const config = {
  name: "gate",
  type: "runtime-extension",
  image: "registry.example.com/team/gate",
  releaseSeries: [{ major: 0, minor: 1, contract: "v1beta2" }],
  repository: { github: { owner: "team", repo: "gate" } },
};
const description = {
  format: 1,
  name: "gate",
  type: "runtime-extension",
  kinds: [],
  clusterRules: [],
  watchedRules: [],
  namespaceRules: [],
  ownership: [],
  webhooks: [],
  hooks: [{ apiVersion: "hooks.runtime.cluster.x-k8s.io/v1alpha1", hook: "BeforeClusterUpgrade", name: "gate" }],
  ports: { health: 9440, extension: 9443 },
  leaderElection: false,
};
const crd = `apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata: { name: bars.test.dev }
spec:
  group: test.dev
  scope: Namespaced
  names: { kind: Bar, listKind: BarList, plural: bars, singular: bar }
  versions:
    - name: v1
      served: true
      storage: true
      schema:
        openAPIV3Schema:
          type: object
          properties:
            apiVersion: { type: string }
            kind: { type: string }
            metadata: { type: object }
            spec: { type: object }
`;

/** Each writes a file into the folder. */
const commands: readonly (readonly [written: string, ...argv: string[]])[] = [
  ["metadata.yaml", "bundle", "--out", "../out"],
  ["runtime-extension-gate/v0.1.0/metadata.yaml", "bundle", "--local", "../out"],
  ["v1/bar.ts", "import", "crd.yaml", "--out", "../out"],
];

/** What is at the folder's place. */
const plants: Readonly<Record<string, (folder: string) => void>> = {
  "a link": (folder) => symlinkSync("precious", folder),
  "a folder for all users": (folder) => {
    mkdirSync(folder);
    chmodSync(folder, 0o777);
  },
};

async function tried(lab: Lab, what: string, [written = "", ...argv]: readonly string[]): Promise<void> {
  const out = join(lab.folder, "out");
  const kept = join(lab.folder, "precious");
  const project = new AttackedProject(join(lab.folder, "own"));
  project.write("capstan.config.ts", `export default ${JSON.stringify(config)};\n`);
  project.write("src/main.ts", `console.log(${JSON.stringify(JSON.stringify(description))});\n`);
  project.write("crd.yaml", crd);
  for (const owner of [0, nobody]) {
    for (const folder of [out, kept]) rmSync(folder, { recursive: true, force: true });
    mkdirSync(kept);
    // import overwrites nothing.
    if (argv[0] === "bundle" && !written.includes("/")) writeFileSync(join(kept, written), precious);
    plants[what]?.(out);
    lchownSync(out, owner, owner);
    const { code, output } = await project.capstan(...argv);
    const file = join(out, written);
    const wrote = existsSync(file) && readFileSync(file, "utf8") !== precious;
    const shown = `${argv.join(" ")} with ${what} of ${owner}`;
    if (wrote === (owner === nobody))
      throw new Error(`${shown} ${wrote ? "writes" : "does not write"}: ${output.slice(-300)}`);
    if (owner === nobody && (code !== 1 || !output.includes("cli/foreign-output")))
      lab.fault("wrong", `ended with ${code}: ${output.slice(-300)}`, shown);
  }
  rmSync(project.folder, { recursive: true });
}

export const foreignOutput: Attack = {
  name: "a link or a folder of another user, and `capstan bundle --out`, `bundle --local` and `import --out`",
  before: "the files that the link leads to are overwritten; the other user can change the release",
  async run(lab) {
    if (process.getuid?.() !== 0) return "not tried: only root can make files of another user";
    const all = Object.keys(plants).flatMap((what) => commands.map((command) => [what, command] as const));
    for (const [what, command] of all) await tried(lab, what, command);
    return `\`cli/foreign-output\`, ${all.length} of ${all.length}, and nothing is written; a link and a folder of the user are used`;
  },
};
