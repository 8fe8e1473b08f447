// Who may import whom: the layers of docs/architecture.md as one table.
// Read by oxlint.config.ts (imports in source) and by the manifest check (dependencies in package.json).

/** What a workspace package may import at run time, and what its tests and scripts may import in addition. */
export interface Layer {
  readonly folder: string;
  readonly may: readonly string[];
  readonly dev?: readonly string[];
}

const generators = ["kube", "contract", "schema", "generator-model"];
/** testenv and core-sim are for `./testing` alone. */
const belowKits = ["kube", "schema", "contract", "client", "serve", "process", "api", "testenv", "core-sim"];

/** Keyed by the name after `@capstan/`. A package that is not here (cli, examples, the tools of this repository) may import everything. */
export const layers: Readonly<Record<string, Layer>> = {
  kube: { folder: "packages/kube", may: [] },
  schema: { folder: "packages/schema", may: ["kube"] },
  contract: { folder: "packages/contract", may: ["kube"] },
  serve: { folder: "packages/serve", may: ["kube"] },
  process: { folder: "packages/process", may: ["kube", "serve"] },
  client: { folder: "packages/client", may: ["kube"], dev: ["serve", "testenv"] },
  operator: {
    folder: "packages/operator",
    may: ["kube", "schema", "contract", "client", "serve", "process"],
    dev: ["testenv"],
  },
  testenv: { folder: "packages/testenv", may: ["kube", "schema", "serve"] },
  "local-cluster": { folder: "packages/local-cluster", may: ["kube", "schema", "client", "serve", "testenv"] },
  "generator-model": { folder: "generators/model", may: ["kube", "contract", "schema"] },
  "generator-crd": { folder: "generators/crd", may: generators, dev: ["testenv"] },
  "generator-hooks": { folder: "generators/hooks", may: generators, dev: ["testenv"] },
  "generator-conversion": {
    folder: "generators/conversion",
    may: generators,
    dev: ["testenv", "generator-crd", "generator-hooks"],
  },
  api: {
    folder: "packages/api",
    may: ["kube", "contract"],
    dev: ["generator-model", "generator-crd", "generator-hooks", "generator-conversion"],
  },
  "controller-kit": {
    folder: "packages/controller-kit",
    may: [...belowKits, "operator", "extension-kit"],
  },
  "extension-kit": { folder: "packages/extension-kit", may: belowKits },
  "clusterctl-kit": { folder: "packages/clusterctl-kit", may: ["kube", "schema", "contract"], dev: ["testenv"] },
  "core-sim": { folder: "packages/core-sim", may: ["kube", "schema", "contract", "api", "client"], dev: ["testenv"] },
};
