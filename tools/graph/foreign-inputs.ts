// The inputs that lie outside of the package whose task reads them, or that turbo could not see before: each with a way to break it
// and what must then be red. A row is added with every such input.

/** How a broken input shows. */
export type Demand =
  /** The task runs again: turbo's plan no longer finds a result. Enough where the task itself is known to read the file. */
  | { readonly kind: "runs again" }
  /** The task fails: it is really run. */
  | { readonly kind: "fails" }
  /** The task passes, and what it built holds the change. */
  | { readonly kind: "builds"; readonly file: string };

/** One input. */
export interface ForeignInput {
  /** Relative to the root; `../shared` lies beside it. */
  readonly file: string;
  readonly break: (text: string) => string;
  /** `package#task`. */
  readonly task: string;
  readonly demand: Demand;
  readonly env?: Readonly<Record<string, string>>;
}

const runsAgain: Demand = { kind: "runs again" };
const fails: Demand = { kind: "fails" };

const append =
  (line: string) =>
  (text: string): string =>
    `${text}${line}\n`;
const replace =
  (from: string | RegExp, to: string) =>
  (text: string): string => {
    const broken = text.replace(from, to);
    if (broken === text) throw new Error(`there is no ${String(from)} to replace`);
    return broken;
  };
const comment = append("// changed");
const sample = append("\n```ts\nconst wrong: number = 'text';\n```");

/** Every foreign input of the tasks that `check` relies on. */
export const foreignInputs: readonly ForeignInput[] = [
  {
    file: "examples/provider-starter/src/cloud.ts",
    break: append("// a change that the scaffold must have"),
    task: "create-capstan#build",
    demand: { kind: "builds", file: "packages/create-capstan/dist/templates/provider.json" },
  },
  {
    file: "packages/api/generated/openapi/hooks.json",
    break: replace('"type":"string"', '"type":"boolean"'),
    task: "@capstan/generator-hooks#test",
    demand: fails,
  },
  {
    file: "e2e/testdata/core-writes.json",
    break: () => "{}",
    task: "@capstan/example-provider-local#test:slow",
    demand: runsAgain,
  },
  {
    file: "../shared/corpus/crds/broken/broken.yaml",
    break: () => "kind: [",
    task: "@capstan/schema#test:corpus",
    demand: fails,
  },
  { file: "README.md", break: (text) => text, env: { CAPSTAN_REAL: "1" }, task: "@capstan/repo#test", demand: fails },
  {
    file: "README.md",
    break: (text) => text,
    env: { CAPSTAN_TESTENV: "envtest" },
    task: "@capstan/client#test",
    demand: runsAgain,
  },
  {
    file: "packages/api/src/hooks/v1alpha1/common.ts",
    break: replace("message explains", "message tells"),
    task: "@capstan/api#generate:check",
    demand: fails,
  },
  {
    file: "packages/api/generated/crds/cluster.x-k8s.io_clusters.yaml",
    break: comment,
    task: "@capstan/api#generate:check",
    demand: fails,
  },
  {
    file: "examples/provider-local/generated/crds/infrastructure.cluster.x-k8s.io_localmachines.yaml",
    break: comment,
    task: "@capstan/example-provider-local#generate:check",
    demand: runsAgain,
  },
  {
    file: "generators/crd/src/schema/type-schema.ts",
    break: comment,
    task: "@capstan/example-provider-starter#generate:check",
    demand: runsAgain,
  },
  { file: "generators/crd/src/schema/type-schema.ts", break: comment, task: "@capstan/cli#build", demand: runsAgain },
  { file: "tools/peers/api-kinds/facts.json", break: () => "{}", task: "@capstan/api#test", demand: fails },
  { file: "tools/peers/core-pairs/facts.json", break: () => "{}", task: "@capstan/api#test", demand: fails },
  {
    file: "tools/peers/hooks-openapi/documents/v1.14.json",
    break: () => "{}",
    task: "@capstan/api#test",
    demand: fails,
  },
  { file: "tools/peers/hooks-openapi/facts.json", break: () => "{}", task: "@capstan/api#test", demand: fails },
  {
    file: "tools/peers/operator/go.mod",
    break: replace(/v0\.24\.\d+/, "v0.99.0"),
    task: "@capstan/docs#test",
    demand: fails,
  },
  { file: "tools/peers/runtime-names/facts.json", break: () => "{}", task: "@capstan/docs#test", demand: fails },
  {
    file: "pnpm-workspace.yaml",
    break: replace(/typescript: 7[\d.]+/, "typescript: 7.9.9"),
    task: "create-capstan#build",
    demand: runsAgain,
  },
  {
    file: "pnpm-workspace.yaml",
    break: replace(/semver: 7[\d.]+/, "semver: 7.9.9"),
    task: "@capstan/tool-package-check#package:check",
    demand: runsAgain,
  },
  {
    file: "packages/create-capstan/project/common/Dockerfile",
    break: append("# changed"),
    task: "create-capstan#build",
    demand: runsAgain,
  },
  { file: "packages/create-capstan/src/create.ts", break: comment, task: "@capstan/cli#test", demand: runsAgain },
  { file: "README.md", break: sample, task: "@capstan/docs#samples", demand: runsAgain },
  { file: "packages/client/README.md", break: sample, task: "@capstan/docs#samples", demand: fails },
  {
    file: "packages/kube/src/values/scalars.ts",
    break: comment,
    task: "@capstan/docs#generate:check",
    demand: runsAgain,
  },
  {
    file: "packages/serve/src/server.ts",
    break: replace("export async function startServer", "\nexport async function startServer"),
    task: "@capstan/docs#generate:check",
    demand: fails,
  },
  {
    file: "packages/client/src/index.ts",
    break: append("export const undocumented = 1;"),
    task: "@capstan/tool-reference#reference",
    demand: fails,
  },
  {
    file: "docs/contracts.md",
    break: replace(/(<!-- generated: [^\n]+\n\n)/, "$1Changed by hand.\n"),
    task: "@capstan/docs#generate:check",
    demand: fails,
  },
  {
    file: "tools/control-plane/cluster-api-1.12/go.mod",
    break: comment,
    task: "@capstan/e2e#test",
    demand: runsAgain,
  },
  {
    file: "e2e/testdata/hook-support.json",
    break: replace('"Discovery": ', '"Discovery": 1'),
    task: "@capstan/docs#generate:check",
    demand: fails,
  },
  {
    file: "tsconfig.base.json",
    break: replace('"es2023"', '"es2022"'),
    task: "@capstan/kube#build",
    demand: runsAgain,
  },
  {
    file: "tsconfig.build.shared.json",
    break: replace('"noCheck": true', '"noCheck": false'),
    task: "@capstan/kube#build",
    demand: runsAgain,
  },
  { file: "tsup.shared.ts", break: comment, task: "@capstan/kube#build", demand: runsAgain },
  { file: "vitest.shared.ts", break: comment, task: "@capstan/kube#test", demand: runsAgain },
  ...["LICENSE", "packages/kube/README.md", "packages/kube/src/values/time.ts", "tools/repo/packages.ts"].map(
    (file) => ({
      file,
      break: comment,
      task: "@capstan/tool-package-check#package:check",
      demand: runsAgain,
    }),
  ),
  {
    file: "examples/provider-local/templates/cluster-template.yaml",
    break: append("# changed"),
    task: "@capstan/demo#demo",
    demand: runsAgain,
  },
  {
    file: "packages/create-capstan/package.json",
    break: replace('"license"', '"licence"'),
    task: "@capstan/tool-install-size#install-size",
    demand: runsAgain,
  },
  {
    file: "examples/provider-starter/package.json",
    break: replace('"license"', '"licence"'),
    task: "@capstan/tool-install-size#install-size",
    demand: runsAgain,
  },
  {
    file: "packages/kube/src/names/flect.test.ts",
    break: comment,
    task: "@capstan/tool-coverage#test",
    demand: runsAgain,
  },
  {
    file: "packages/controller-kit/test/pass-suite.ts",
    break: comment,
    task: "@capstan/tool-coverage#test",
    demand: runsAgain,
  },
  {
    file: "packages/clusterctl-kit/test/clusterctl.real.test.ts",
    break: comment,
    task: "@capstan/tool-coverage#test",
    demand: runsAgain,
  },
  {
    file: "generators/crd/testdata/provider-kind-bounds/want/diagnostics.txt",
    break: append("changed"),
    task: "@capstan/tool-coverage#test",
    demand: runsAgain,
  },
  {
    file: "examples/provider-starter/generated/crds/infrastructure.cluster.x-k8s.io_starterclustertemplates.yaml",
    break: append("# changed"),
    task: "@capstan/tool-coverage#test",
    demand: runsAgain,
  },
  { file: "e2e/scenarios/move.ts", break: comment, task: "@capstan/tool-coverage#test", demand: runsAgain },
  { file: "examples/provider-local/test/local-crds.ts", break: comment, task: "@capstan/demo#demo", demand: runsAgain },
  {
    file: "pnpm-lock.yaml",
    break: (text) => text.replaceAll("7.8.6", "7.8.7"),
    task: "@capstan/cli#test",
    demand: runsAgain,
  },
];
