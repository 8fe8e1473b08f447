// The cases of what the generator reports and accepts: its helps lead to a declaration of which it is not reported.
import { imports } from "../pairs/pair-source.ts";
import type { HelpCase } from "./help-case.ts";
import { conversion, version } from "./version-cases.ts";

type WarningCode = "conversion/hub-not-served" | "conversion/template-loses" | "conversion/template-omits";

const [foo1, foo2, foo3, hidden3] = [
  version("Foo1", ["v1", "Foo"]),
  version("Foo2", ["v2", "Foo"], ", storage: true"),
  version("Foo3", ["v3", "Foo"]),
  version("Foo3", ["v3", "Foo"], ", served: false"),
];
const around3 = conversion("one", ["Foo1", "Foo3"]) + conversion("two", ["Foo2", "Foo3"]);
const around2 = conversion("one", ["Foo1", "Foo2"]) + conversion("two", ["Foo2", "Foo3"], `hub: "older", older: {}`);

/** What the two versions of an InfraMachine have, and the rules between them. */
interface Machines {
  readonly older: string;
  readonly newer: string;
  readonly status: string;
  readonly rules: string;
  /** The field that templates of the older version do not have. */
  readonly omitted?: string;
  /** The same of the newer version. */
  readonly omittedToo?: string;
}

/** The template of a version has the spec of the kind alone. */
function machines({ older, newer, status, rules, omitted, omittedToo }: Machines): string {
  const flag = "/** @minProperties 1 */ initialization?: { provisioned?: boolean }";
  const without = (field: string | undefined) =>
    field === undefined ? ["", ""] : [`, "${field}"`, `, { omit: ["${field}"] }`];
  const [type, options] = without(omitted);
  const [newerType, newerOptions] = without(omittedToo);
  return `${imports}
import { defineInfraMachine, defineTemplate, type TemplateOf } from "@capstan/contract/define";
export interface Older extends KubeObject<"g.io/v1", "FooMachine"> { spec?: { ${older} }; status?: {
  ${flag} } }
export const Older: Resource<Older> = defineInfraMachine({ apiVersion: "g.io/v1", kind: "FooMachine", contracts: ["v1beta2"] });
export const OlderTemplate: Resource<TemplateOf<Older${type}>> = defineTemplate(Older${options});
export interface Newer extends KubeObject<"g.io/v2", "FooMachine"> { spec?: { ${newer} }; status?: { ${status}
  ${flag} } }
export const Newer: Resource<Newer> = defineInfraMachine({ apiVersion: "g.io/v2", kind: "FooMachine", contracts: ["v1beta2"], storage: true });
export const NewerTemplate: Resource<TemplateOf<Newer${newerType}>> = defineTemplate(Newer${newerOptions});
export const foo: Conversion<Older, Newer> = defineConversion({ ${rules} });
`.replaceAll(/\/\*\*.*?\*\//g, "\n$&\n");
}

const moving: Machines = {
  older: "providerID?: string; a?: string",
  newer: "providerID?: string",
  status: "a?: string;",
  rules: `older: { "spec.a": { to: "status.a" } }`,
};
const staying = { newer: "providerID?: string; a?: string", status: "", rules: "older: {}" };

/** All of them, but for the warning about packages that the project has not installed: no declaration changes that. */
export const warningCases: Readonly<Record<WarningCode, HelpCase>> = {
  "conversion/hub-not-served": {
    rejected: imports + foo1 + foo2 + hidden3 + around3,
    ways: {
      "serve v3": imports + foo1 + foo2 + foo3 + around3,
      "declare the conversions around a version that is served, with `hub` where that is the older one":
        imports + foo1 + foo2 + hidden3 + around2,
    },
  },
  "conversion/template-loses": {
    rejected: machines(moving),
    ways: {
      "leave the field out of the template with `omit`": machines({ ...moving, omitted: "a" }),
      "keep it in the spec of both versions": machines({ ...moving, ...staying }),
    },
  },
  "conversion/template-omits": {
    rejected: machines({ ...moving, ...staying, omitted: "a" }),
    ways: {
      "omit it in the templates of both versions": machines({ ...moving, ...staying, omitted: "a", omittedToo: "a" }),
      "or in none": machines({ ...moving, ...staying }),
    },
  },
};
