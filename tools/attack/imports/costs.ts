// Attacks that cost time and memory: short CRDs and short types that are a lot of work for `capstan import` and `capstan generate`.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "@capstan/repo";
import { crdOfKind } from "@capstan/generator-crd/testing";
import type { JSONSchema } from "@capstan/kube/builtin";
import type { Attack } from "../area.ts";
import type { Lab } from "../lab.ts";
import { AttackedProject } from "./project.ts";

/** Processor time of one command: the clock also counts what the machine does beside it. */
const limitSeconds = 15;
/** The heap of one command; more ends it. */
const heapMiB = 512;

/** A module that writes the processor time of its process to a file when that ends. */
function notesUse(file: string): string {
  const text = `import { writeFileSync } from "node:fs";
process.on("exit", () => writeFileSync(${JSON.stringify(file)}, JSON.stringify(process.cpuUsage())));`;
  return `data:text/javascript,${encodeURIComponent(text)}`;
}

/** A project, and a command that ends within the limits. */
class Limited {
  readonly project: AttackedProject;

  constructor(lab: Lab) {
    this.project = new AttackedProject(join(lab.folder, "project"));
  }

  /** Runs `capstan`, and returns the seconds of processor time that it took. Its output must match, and its code be this one. */
  async run(args: readonly string[], code: number, output: RegExp): Promise<string> {
    const main = join(root, "packages/cli/src/main.ts");
    const used = join(this.project.folder, "used.json");
    const ran = await this.project.node(`--max-old-space-size=${heapMiB}`, `--import=${notesUse(used)}`, main, ...args);
    const shown = ran.output.slice(0, 500);
    if (ran.code !== code || !output.test(ran.output)) throw new Error(`it ended with ${ran.code}: ${shown}`);
    const { user, system }: NodeJS.CpuUsage = JSON.parse(readFileSync(used, "utf8"));
    const seconds = (user + system) / 1e6;
    if (seconds > limitSeconds) throw new Error(`it took ${seconds.toFixed(1)} s: ${shown}`);
    return `${seconds.toFixed(1)} s`;
  }
}

/** A CRD whose spec has these properties. */
function crdWithFields(properties: Readonly<Record<string, JSONSchema>>): string {
  const crd = crdOfKind("Evil");
  const schema = crd.spec.versions[0]?.schema?.openAPIV3Schema;
  if (schema?.properties === undefined) throw new Error("the CRD has no schema");
  schema.properties["spec"] = { type: "object", properties };
  return JSON.stringify(crd);
}

const equalNames: Attack = {
  name: "a CRD of 240 KB with 3,000 fields whose types would all have the same name",
  before: "51 s",
  async run(lab) {
    const limited = new Limited(lab);
    // Characters that are left out of names of types.
    const line = (i: number): string => String.fromCodePoint(0x2500 + i);
    const fields = Array.from({ length: 3000 }, (_, i): [string, JSONSchema] => [
      `a${line(Math.floor(i / 100))}${line(i % 100)}`,
      { type: "object", properties: { b: { type: "integer", maximum: i } } },
    ]);
    limited.project.write("evil.yaml", crdWithFields(Object.fromEntries(fields)));
    return `imported in ${await limited.run(["import", "evil.yaml"], 0, /created src\/api\/v1\/evil\.ts/)}`;
  },
};

const aliases: Attack = {
  name: "1,000 documents of 167 characters, each with aliases that add 66,000 values",
  before: "29.6 s and 1.26 GB",
  async run(lab) {
    const limited = new Limited(lab);
    const names = ["a", "b", "c", "d"];
    const nine = (value: string): string => `[${Array(9).fill(value).join(",")}]`;
    const document = ["0", ...names.map((name) => `*${name}`)].map(
      (value, i) => `k${i}: ${names[i] === undefined ? "" : `&${names[i]} `}${nine(value)}\n`,
    );
    limited.project.write("evil.yaml", `---\n${document.join("")}`.repeat(1000));
    return `rejected in ${await limited.run(["import", "evil.yaml"], 1, /^evil\.yaml:12:\d+ error yaml\/alias: /m)}`;
  },
};

const parts: Attack = {
  name: "a document of 12 MB that is a list of 4,000,000 empty maps",
  before: "no memory left after 31 s",
  async run(lab) {
    const limited = new Limited(lab);
    limited.project.write("evil.yaml", `[${"{},".repeat(4_000_000)}]`);
    const took = await limited.run(["import", "evil.yaml"], 1, /^evil\.yaml:1:\d+ error yaml\/too-many-parts: /m);
    return `rejected in ${took}`;
  },
};

const pattern: Attack = {
  name: "a default of 200,000 characters whose pattern has 4,500 instructions",
  before: "18 s",
  async run(lab) {
    const limited = new Limited(lab);
    const text = { type: "string", pattern: "(a?a?a?a?){250}$|([a-z]{0,1000}x)", default: "a".repeat(200_000) };
    limited.project.write("evil.yaml", crdWithFields({ text }));
    const took = await limited.run(["import", "evil.yaml"], 0, /warning crd\/default-unchecked: /);
    return `imported in ${took}, with a warning that the default was not checked`;
  },
};

const doubling: Attack = {
  name: "40 types that each use the next one twice, through `capstan generate`",
  before: "18 types: 9 s, 3 GB, 213 MB written; 20 types: a crash",
  async run(lab) {
    const limited = new Limited(lab);
    const types = Array.from({ length: 40 }, (_, i) => `interface T${i} { a?: T${i + 1}; b?: T${i + 1} }`);
    const source = [
      'import { defineResource } from "@capstan/api";',
      'import type { KubeObject, Resource } from "@capstan/api";',
      ...types,
      "interface T40 { c?: string }",
      'export interface Evil extends KubeObject<"test.capstan.dev/v1", "Evil"> { spec?: T0 }',
      'export const Evil: Resource<Evil> = defineResource({ apiVersion: "test.capstan.dev/v1", kind: "Evil" });',
    ];
    limited.project.write("src/api/v1/evil.ts", `${source.join("\n")}\n`);
    return `rejected in ${await limited.run(["generate"], 1, / error crd\/too-large: /)}`;
  },
};

/** A CRD in YAML whose spec has this schema, after other lines of the document. */
function yamlCrd(before: readonly string[], spec: readonly string[]): string {
  const lines = [
    "apiVersion: apiextensions.k8s.io/v1",
    "kind: CustomResourceDefinition",
    "metadata: {name: evils.test.capstan.dev}",
    ...before,
    "spec:",
    "  group: test.capstan.dev",
    "  names: {kind: Evil, listKind: EvilList, plural: evils, singular: evil}",
    "  scope: Namespaced",
    "  versions:",
    "  - name: v1",
    "    served: true",
    "    storage: true",
    "    schema:",
    "      openAPIV3Schema:",
    "        type: object",
    "        properties:",
    "          spec:",
    "            type: object",
    ...spec.map((line) => `            ${line}`),
  ];
  return `${lines.join("\n")}\n`;
}

/** Fields of these values, as a map in one line. */
function wrongFields(count: number, value: string): string {
  return `{${Array.from({ length: count }, (_, i) => `a${i}: ${value}`).join(", ")}}`;
}

const mergeChain = Array.from({ length: 13 }, (_, i) => `- &m${i + 1} {<<: *m${i}, <<: *m${i}}`);

/** CRDs with many errors, each of which is reported at its position. */
const positions: readonly Attack[] = [
  {
    name: "a CRD of 1.6 KB with 40 wrong types behind 13 maps that each merge the one before twice",
    before: "40 s",
    crd: yamlCrd(
      ["x:", "- &m0 {z: 1}", ...mergeChain, `- &p {properties: ${wrongFields(40, "{type: nope}")}}`],
      ["<<: *m13", "<<: *p"],
    ),
  },
  {
    name: "a CRD of 1 MB with 55,000 wrong types in one map",
    before: "16 s",
    crd: yamlCrd([], [`properties: ${wrongFields(55_000, "{type: x}")}`]),
  },
  {
    name: "a CRD of 320 KB with 30,000 aliases of a wrong type",
    before: "3,000 aliases: 4.3 s",
    crd: yamlCrd(["x: &x {type: nope}"], [`properties: ${wrongFields(30_000, "*x")}`]),
  },
  {
    name: "a CRD with a key of 300,000 digits and 2,000 wrong types",
    before: "200 wrong types: 5.5 s",
    crd: yamlCrd(
      [],
      [`properties: {? ${"9".repeat(300_000)} : {type: string}, ${wrongFields(2000, "{type: x}").slice(1)}`],
    ),
  },
].map(({ name, before, crd }) => ({
  name,
  before,
  async run(lab) {
    const limited = new Limited(lab);
    limited.project.write("evil.yaml", crd);
    return `rejected in ${await limited.run(["import", "evil.yaml"], 1, /^evil\.yaml:\d+:\d+ error crd\/type: /m)}`;
  },
}));

export const costAttacks: readonly Attack[] = [equalNames, aliases, parts, pattern, doubling, ...positions];
