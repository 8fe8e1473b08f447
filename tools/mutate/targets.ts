// What is mutated, and how many of its mutants the tests must kill.

/** A part of the sources whose tests are scored. */
export interface Target {
  readonly name: string;
  /** The package, relative to the root. */
  readonly folder: string;
  /** Its mutated files, relative to the package. Tests and generated files are never mutated. */
  readonly files: string;
  /** Files of them that only have messages for people: to empty one says nothing about the code. */
  readonly messages?: readonly string[];
}

/** Everything that is mutated, by name. */
export const targets: readonly Target[] = [
  { name: "kube", folder: "packages/kube", files: "src/**/*.ts" },
  { name: "schema", folder: "packages/schema", files: "src/**/*.ts" },
  { name: "workflow", folder: "packages/controller-kit", files: "src/workflow/**/*.ts" },
  { name: "answering", folder: "packages/extension-kit", files: "src/answering/**/*.ts" },
  { name: "embedded", folder: "packages/testenv", files: "src/embedded/**/*.ts" },
  {
    name: "contract",
    folder: "packages/contract",
    files: "src/{*.ts,!(codegen)/**/*.ts}",
    // The catalog of rules: `pnpm run coverage contracts` compares it with the contracts, and a test demands that each rule is whole.
    messages: ["src/catalog/{bootstrap-config,control-plane,infra-cluster,infra-machine,ip-pool}.ts"],
  },
  // Modules that were generated once import the conversion runtime for ever, so it has a score of its own.
  { name: "conversions", folder: "packages/contract", files: "src/codegen/**/*.ts" },
  { name: "webhooks", folder: "packages/controller-kit", files: "src/webhooks/**/*.ts" },
];

/**
 * The share of mutants that must be killed, in percent: of all of them, and of a sample. Of tests that kill 90 percent, a sample of 36 is below 75 about once in 450 times, and below 80 about
 * once in 40.
 */
export const limits: { readonly all: number; readonly sample: number } = { all: 90, sample: 75 };
