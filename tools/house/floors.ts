// Who may import whom: the floors of docs/house.md as one table.
// Read by oxlint.config.ts (imports in source) and by the manifest check (dependencies in package.json).

/** What a workspace package may import at run time, and what only its tests and scripts may import besides. */
export interface Floor {
  readonly folder: string;
  readonly may: readonly string[];
  readonly dev?: readonly string[];
}

const generatorFloor = ["kube", "contract", "schema", "generator-model"];
const below4 = ["kube", "schema", "contract", "client", "serve", "api"];

/** Keyed by the name after `@capstan/`. A package that is not here (cli, examples, the rooms of the house itself) may import everything. */
export const floors: Readonly<Record<string, Floor>> = {
  kube: { folder: "packages/kube", may: [] },
  schema: { folder: "packages/schema", may: ["kube"] },
  contract: { folder: "packages/contract", may: ["kube"] },
  serve: { folder: "packages/serve", may: ["kube"] },
  client: { folder: "packages/client", may: ["kube"], dev: ["testenv"] },
  testenv: { folder: "packages/testenv", may: ["kube", "schema", "serve"] },
  "local-cluster": { folder: "packages/local-cluster", may: ["kube", "schema", "client", "serve", "testenv"] },
  "generator-model": { folder: "generators/model", may: ["kube", "contract", "schema"] },
  "generator-crd": { folder: "generators/crd", may: generatorFloor, dev: ["testenv"] },
  "generator-openapi": { folder: "generators/openapi", may: generatorFloor, dev: ["testenv"] },
  "generator-conversion": { folder: "generators/conversion", may: generatorFloor, dev: ["testenv"] },
  "generator-catalog": { folder: "generators/catalog", may: generatorFloor, dev: ["testenv"] },
  api: {
    folder: "packages/api",
    may: ["kube", "contract"],
    dev: ["generator-model", "generator-crd", "generator-openapi", "generator-conversion", "generator-catalog"],
  },
  "controller-kit": {
    folder: "packages/controller-kit",
    may: ["kube", "contract", "api", "client", "serve"],
    dev: ["testenv", "core-sim"],
  },
  "extension-kit": { folder: "packages/extension-kit", may: below4, dev: ["testenv", "core-sim"] },
  "clusterctl-kit": { folder: "packages/clusterctl-kit", may: ["kube", "schema", "contract"], dev: ["testenv"] },
  "core-sim": { folder: "packages/core-sim", may: ["kube", "schema", "contract", "api", "client"], dev: ["testenv"] },
};
