// A CRD with names that look like variables, through `capstan bundle`. Who installs the release has variables of these names, with secrets in
// them. Where clusterctl has been built, the real one substitutes; otherwise this repository's substitution does.
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { substitute } from "@capstan/clusterctl-kit";
import { deepEqual, isJsonObject } from "@capstan/kube";
import { createClusterctl } from "@capstan/tool-control-plane/clusterctl";
import { plannedPaths } from "@capstan/tool-control-plane/paths";
import { parseAllDocuments } from "yaml";
import type { Attack } from "../area.ts";
import { AttackedProject } from "./project.ts";

const group = "infrastructure.cluster.x-k8s.io";
const secret = "hunter2";

/** What the names of properties, keys of defaults and strings are. */
const hostile = [
  "${TOKEN}",
  "${TOKEN:=x}",
  "$${TOKEN}",
  "$$${TOKEN}",
  "$TOKEN",
  "a${TOKEN//u/b}z",
  "${TOKEN^^}",
  "${#TOKEN}",
  "${TOKEN${TOKEN}}",
  "${UNKNOWN}",
  "$${",
  "$$",
] as const;

const properties = Object.fromEntries(
  hostile.map((name) => [
    name,
    {
      type: "object",
      description: name,
      properties: { [name]: { type: "string", pattern: name, enum: [name] } },
      default: { [name]: name },
    },
  ]),
);

const crd = {
  apiVersion: "apiextensions.k8s.io/v1",
  kind: "CustomResourceDefinition",
  metadata: {
    name: `foos.${group}`,
    labels: { "cluster.x-k8s.io/v1beta2": "v1", "clusterctl.cluster.x-k8s.io/move-hierarchy": "" },
  },
  spec: {
    group,
    names: { kind: "Foo", listKind: "FooList", plural: "foos", singular: "foo" },
    scope: "Namespaced",
    versions: [
      { name: "v1", served: true, storage: true, schema: { openAPIV3Schema: { type: "object", properties } } },
    ],
  },
};

const description = {
  format: 1,
  name: "attacked",
  type: "infrastructure",
  kinds: [{ apiVersion: `${group}/v1`, kind: "Foo", plural: "foos", contracts: ["v1beta2"], role: "owned" }],
  clusterRules: [],
  watchedRules: [],
  namespaceRules: [],
  ownership: [],
  webhooks: [],
  hooks: [],
  ports: { health: 9440 },
  leaderElection: false,
};

const config = {
  name: "attacked",
  type: "infrastructure",
  image: "registry.example.com/team/attacked",
  releaseSeries: [{ major: 0, minor: 1, contract: "v1beta2" }],
  repository: { local: "repository" },
};

const components = "repository/infrastructure-attacked/v0.1.0/infrastructure-components.yaml";

export const namedVariable: Attack = {
  name: "properties of a CRD that are named `${TOKEN}` and the like, through `capstan bundle` and clusterctl",
  before: "the value of the installing user's TOKEN in the CRD, where everyone can read it",
  async run(lab) {
    const project = new AttackedProject(lab.folder);
    project.write("capstan.config.ts", `export default ${JSON.stringify(config)};\n`);
    project.write("src/main.ts", `console.log(${JSON.stringify(JSON.stringify(description))});\n`);
    project.write(`generated/crds/${group}_foos.yaml`, JSON.stringify(crd));
    const { code, output } = await project.capstan("bundle");
    if (code !== 0) throw new Error(`capstan bundle ended with ${code}: ${output.slice(-1000)}`);
    const { by, text } = await installed(project.folder);
    if (text.includes(secret) || text.includes(secret.toUpperCase())) throw new Error(`${by} writes the secret`);
    const found = parseAllDocuments(text)
      .map((document): unknown => document.toJS())
      .find((value) => isJsonObject(value) && value["kind"] === "CustomResourceDefinition");
    if (!deepEqual(schemaOf(found), schemaOf(crd))) throw new Error(`${by} changes the CRD`);
    return `${hostile.length} names unchanged by ${by}`;
  },
};

interface Installed {
  /** What has substituted. */
  readonly by: string;
  readonly text: string;
}

async function installed(folder: string): Promise<Installed> {
  const file = join(folder, components);
  const variables = { TOKEN: secret };
  const program = plannedPaths().programs.clusterctl;
  if (!existsSync(program))
    return { by: "Capstan's substitution", text: substitute(readFileSync(file, "utf8"), variables).text };
  const provider = { name: "attacked", type: "InfrastructureProvider", url: file } as const;
  const clusterctl = createClusterctl({ program, folder: join(folder, "home"), providers: [provider], variables });
  return {
    by: "clusterctl",
    text: await clusterctl.run(["generate", "provider", "--infrastructure", "attacked:v0.1.0"]),
  };
}

/** The schema of the first version; undefined where there is none. */
function schemaOf(value: unknown): unknown {
  const path = ["spec", "versions", "0", "schema", "openAPIV3Schema"];
  return path.reduce(
    (at: unknown, key) =>
      isJsonObject(at) || Array.isArray(at) ? Object.getOwnPropertyDescriptor(at, key)?.value : undefined,
    value,
  );
}
