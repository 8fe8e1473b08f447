// The cases of errors about the versions of kinds and which conversions there are between them, whatever their rules.
import { imports } from "../pairs/pair-source.ts";
import type { HelpCase } from "./help-case.ts";

type VersionCode =
  | "conversion/not-a-kind"
  | "conversion/two-kinds"
  | "conversion/two-strategies"
  | "conversion/duplicate-hub"
  | "conversion/duplicate-version"
  | "conversion/reversed-versions"
  | "conversion/no-conversion";

/** The definition of a version of a kind. */
export function version(name: string, [version, kind]: readonly [string, string], more = ""): string {
  return `
export interface ${name} extends KubeObject<"g.io/${version}", "${kind}"> { spec?: { a?: string } }
export const ${name}: Resource<${name}> = defineResource({ apiVersion: "g.io/${version}", kind: "${kind}"${more} });
`;
}

/** A conversion without rules. */
export function conversion(name: string, [older, newer]: readonly [string, string], rules = "older: {}"): string {
  return `export const ${name}: Conversion<${older}, ${newer}> = defineConversion({ ${rules} });\n`;
}

const [foo1, foo2, foo3] = [
  version("Foo1", ["v1", "Foo"]),
  version("Foo2", ["v2", "Foo"]),
  version("Foo3", ["v3", "Foo"], ", storage: true"),
];
const storedFoo2 = version("Foo2", ["v2", "Foo"], ", storage: true");

/** All of them. */
export const versionCases: Readonly<Record<VersionCode, HelpCase>> = {
  "conversion/not-a-kind": {
    rejected: `${imports}${storedFoo2}
export interface Foo1 extends KubeObject<"g.io/v1", "Foo"> { spec?: { a?: string } }
${conversion("foo", ["Foo1", "Foo2"])}`,
    ways: {
      "annotate with `Conversion<Older, Newer>` for two kinds that have definitions": `${imports}${foo1}${storedFoo2}${conversion("foo", ["Foo1", "Foo2"])}`,
    },
  },
  "conversion/two-kinds": {
    rejected: `${imports}${version("Foo1", ["v1", "Bar"])}${version("Foo2", ["v2", "Foo"])}${conversion("foo", ["Foo1", "Foo2"])}`,
    ways: {
      "convert between versions that share group and kind": `${imports}${foo1}${storedFoo2}${conversion("foo", ["Foo1", "Foo2"])}`,
    },
  },
  "conversion/two-strategies": {
    rejected: `${imports}${foo1}${foo2}${foo3}${conversion("one", ["Foo1", "Foo3"], `strategy: "None", older: {}`)}${conversion("two", ["Foo2", "Foo3"])}`,
    ways: {
      "write it in all of them": `${imports}${foo1}${foo2}${foo3}${conversion("one", ["Foo1", "Foo3"], `strategy: "None", older: {}`)}${conversion("two", ["Foo2", "Foo3"], `strategy: "None", older: {}`)}`,
      "or in none": `${imports}${foo1}${foo2}${foo3}${conversion("one", ["Foo1", "Foo3"])}${conversion("two", ["Foo2", "Foo3"])}`,
    },
  },
  "conversion/duplicate-hub": {
    rejected: `${imports}${foo1}${foo2}${foo3}${conversion("one", ["Foo1", "Foo2"])}${conversion("two", ["Foo2", "Foo3"])}`,
    ways: {
      "declare one conversion between the hub and each other version": `${imports}${foo1}${foo2}${foo3}${conversion("one", ["Foo1", "Foo3"])}${conversion("two", ["Foo2", "Foo3"])}`,
      "set `hub` where the hub is the older version": `${imports}${foo1}${foo2}${foo3}${conversion("one", ["Foo1", "Foo2"])}${conversion("two", ["Foo2", "Foo3"], `hub: "older", older: {}`)}`,
    },
  },
  "conversion/duplicate-version": {
    rejected: `${imports}${foo1}${storedFoo2}${conversion("one", ["Foo1", "Foo2"])}${conversion("two", ["Foo1", "Foo2"])}`,
    ways: { "remove one of them": `${imports}${foo1}${storedFoo2}${conversion("one", ["Foo1", "Foo2"])}` },
  },
  "conversion/reversed-versions": {
    rejected: `${imports}${foo1}${storedFoo2}${conversion("foo", ["Foo2", "Foo1"])}`,
    ways: {
      "exchange `older` and `newer` in the rules": `${imports}${foo1}${storedFoo2}${conversion("foo", ["Foo1", "Foo2"], "older: {}, newer: {}")}`,
      'to convert through v1, set `hub: "older"`': `${imports}${foo1}${storedFoo2}${conversion("foo", ["Foo1", "Foo2"], 'hub: "older", older: {}, newer: {}')}`,
    },
  },
  "conversion/no-conversion": {
    rejected: `${imports}${foo1}${foo2}${foo3}${conversion("two", ["Foo2", "Foo3"])}`,
    ways: {
      "declare a conversion between": `${imports}${foo1}${foo2}${foo3}${conversion("one", ["Foo1", "Foo3"])}${conversion("two", ["Foo2", "Foo3"])}`,
    },
  },
};
