// What is mutated, and how many of its mutants the tests must kill.

/** A part of the sources whose tests are scored. */
export interface Target {
  readonly name: string;
  /** The package, relative to the root. */
  readonly folder: string;
  /** Its mutated files, relative to the package. Tests and generated files are never mutated. */
  readonly files: string;
}

/** Everything that is mutated, by name. */
export const targets: readonly Target[] = [
  { name: "kube", folder: "packages/kube", files: "src/**/*.ts" },
  { name: "schema", folder: "packages/schema", files: "src/**/*.ts" },
  { name: "workflow", folder: "packages/controller-kit", files: "src/workflow/**/*.ts" },
  { name: "answering", folder: "packages/extension-kit", files: "src/answering/**/*.ts" },
  { name: "embedded", folder: "packages/testenv", files: "src/embedded/**/*.ts" },
];

/** The share of mutants that must be killed, in percent: of all of them, and of a sample. */
export const limits: { readonly all: number; readonly sample: number } = { all: 90, sample: 80 };
