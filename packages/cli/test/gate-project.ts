// A Runtime Extension as small as possible: its entry only describes itself.
import type { Description } from "@capstan/contract/description";

/** What a provider that declares nothing prints for `--describe`. */
export const emptyDescription: Description = {
  format: 1,
  name: "gate",
  type: "infrastructure",
  kinds: [],
  clusterRules: [],
  watchedRules: [],
  namespaceRules: [],
  ownership: [],
  webhooks: [],
  hooks: [],
  ports: { health: 9440 },
  leaderElection: false,
};
const description: Description = {
  ...emptyDescription,
  type: "runtime-extension",
  hooks: [{ apiVersion: "hooks.runtime.cluster.x-k8s.io/v1alpha1", hook: "BeforeClusterUpgrade", name: "gate" }],
  ports: { health: 9440, extension: 9443 },
};
/** Its configuration. */
export const gateConfig: Readonly<Record<"name" | "type" | "image", string>> & {
  readonly releaseSeries: readonly object[];
  readonly repository: object;
} = {
  name: "gate",
  type: "runtime-extension",
  image: "registry.example.com/team/gate",
  releaseSeries: [{ major: 0, minor: 1, contract: "v1beta2" }],
  repository: { github: { owner: "team", repo: "gate" } },
};
/** Its files. */
export const gateProject: Readonly<
  Record<"package.json" | "capstan.config.ts" | "src/main.ts" | "src/answer.ts", string | object>
> = {
  "package.json": {
    name: "gate",
    version: "0.1.0",
    type: "module",
    dependencies: { "@capstan/extension-kit": "^0.1.0" },
  },
  "capstan.config.ts": `export default ${JSON.stringify(gateConfig)};\n`,
  "src/main.ts": `import { answer } from "./answer";\nawait answer();\n`,
  "src/answer.ts": `export async function answer(): Promise<void> {\n  console.log(JSON.stringify(${JSON.stringify(description)}));\n}\n`,
};
