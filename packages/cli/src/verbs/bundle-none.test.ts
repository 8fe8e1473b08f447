// `capstan bundle` for kinds that the API server converts by itself: what is declared, generated and then released.
import { afterEach, beforeEach, expect, test } from "vitest";
import { emptyDescription, gateConfig } from "../../test/gate-project.ts";
import { TemporaryProject } from "../../test/temporary-project.ts";

let at: TemporaryProject;
beforeEach(() => {
  at = new TemporaryProject();
  at.install();
});
afterEach(() => at[Symbol.dispose]());

const group = "infrastructure.cluster.x-k8s.io";

/** A version of FooMachine with its template, and one field of its own. */
function machineSource(version: string, field: string, storage: boolean): string {
  const apiVersion = `${group}/${version}`;
  return `import { defineInfraMachine, defineTemplate, type KubeObject, type Resource, type TemplateOf } from "@capstan/api";
/** FooMachine is a machine. */
export interface FooMachine extends KubeObject<"${apiVersion}", "FooMachine"> {
  spec?: {
    /** @maxLength 512 */
    providerID?: string;
    ${field}?: string;
  };
  status?: {
    /** @minProperties 1 */
    initialization?: { provisioned?: boolean };
  };
}
export const FooMachine: Resource<FooMachine> = defineInfraMachine({
  apiVersion: "${apiVersion}",
  kind: "FooMachine",
  contracts: ["v1beta2"],
  storage: ${storage},
});
/** FooMachineTemplate is what FooMachines are made from. */
export type FooMachineTemplate = TemplateOf<FooMachine, "providerID">;
export const FooMachineTemplate: Resource<FooMachineTemplate> = defineTemplate(FooMachine, { omit: ["providerID"] });
`;
}

const none = `import { defineConversion, type Conversion } from "@capstan/api";
import type * as v1alpha1 from "./v1alpha1/machine.ts";
import type * as v1beta1 from "./v1beta1/machine.ts";
export const fooMachine: Conversion<v1alpha1.FooMachine, v1beta1.FooMachine> = defineConversion({
  strategy: "None",
  older: { "spec.hint": "removed" },
  newer: { "spec.tier": "added" },
});
`;

const project = {
  "package.json": {
    name: "gate",
    version: "0.1.0",
    type: "module",
    dependencies: { "@capstan/controller-kit": "^0.1.0" },
  },
  "capstan.config.ts": `export default ${JSON.stringify({ ...gateConfig, type: "infrastructure" })};\n`,
  "src/api/v1alpha1/machine.ts": machineSource("v1alpha1", "hint", false),
  "src/api/v1beta1/machine.ts": machineSource("v1beta1", "tier", true),
  "src/main.ts": `console.log(${JSON.stringify(JSON.stringify(emptyDescription))});\n`,
};

test("releases a kind and its template with strategy None, as their conversion declares", async () => {
  at.write({ ...project, "src/api/conversions.ts": none });
  expect((await at.capstan(["generate"])).code).toBe(0);
  const { code, text } = await at.capstan(["bundle"]);
  expect([code, text]).toEqual([0, expect.stringContaining("created out/infrastructure-components.yaml")]);
  const documents = at.read("out/infrastructure-components.yaml").split("\n---\n");
  const conversions = documents
    .filter((document) => document.includes("kind: CustomResourceDefinition"))
    .map((document) => /^ {2}conversion:\n {4}strategy: .*$/m.exec(document)?.[0]);
  expect(conversions).toEqual(Array.from({ length: 2 }, () => "  conversion:\n    strategy: None"));
});

test("still rejects a kind whose conversion has functions, and that the provider does not serve", async () => {
  at.write({ ...project, "src/api/conversions.ts": none.replace('  strategy: "None",\n', "") });
  expect((await at.capstan(["generate"])).code).toBe(0);
  const { code, text } = await at.capstan(["bundle"]);
  expect(code).toBe(1);
  for (const kind of ["FooMachine", "FooMachineTemplate"])
    expect(text).toContain(`error bundle/no-conversion: ${kind} has versions v1alpha1, v1beta1`);
});
