// Mistakes in templates: each file with all diagnostics about it.
import { formatDiagnostic } from "@capstan/kube";
import { expect, test } from "vitest";
import { checkReleaseTemplates } from "./templates.ts";

const clusterClass = (name: string): string =>
  `apiVersion: cluster.x-k8s.io/v1beta2\nkind: ClusterClass\nmetadata:\n  name: ${name}\n`;
const cluster = (topology: string): string =>
  `apiVersion: cluster.x-k8s.io/v1beta2\nkind: Cluster\nmetadata:\n  name: \${CLUSTER_NAME}\nspec:\n  topology:\n    ${topology}\n`;

/** Each level makes four times as many characters as the one in it: the word in the place of a variable has four times "a". */
const multiplied = Array.from({ length: 12 }).reduce<string>((inner) => `\${X//a/${inner}}`, "a");

const rows: readonly (readonly [string, Readonly<Record<string, string>>, readonly string[]])[] = [
  [
    "a class with its file",
    { "cluster-template.yaml": cluster("classRef: {name: quick}"), "clusterclass-quick.yaml": clusterClass("quick") },
    [],
  ],
  ["a class named by a variable", { "cluster-template.yaml": cluster('class: "${CLASS:=quick}"') }, []],
  [
    "variables where only their values are YAML",
    {
      "cluster-template.yaml": `${cluster("class: x-${CLASS}")}  zones: [\${ZONES}, \${MORE:=1}]\n`,
    },
    [],
  ],
  [
    "variables that multiply a value",
    {
      "cluster-template.yaml": `apiVersion: v1\nkind: ConfigMap\ndata:\n  a: "${multiplied}"\n`,
    },
    [
      'cluster-template.yaml:4:14 error envsubst/too-long: up to "X", the substitution reads, compares and makes more than 16,777,216 characters\n  help: replace fewer characters, or by a shorter string',
    ],
  ],
  [
    "a class without a file, even if the template contains it",
    { "cluster-template-topology.yaml": `${cluster("class: quick")}---\n${clusterClass("quick")}` },
    [
      'cluster-template-topology.yaml:7:5 error template/no-cluster-class: the Cluster uses class "quick", and the release has no clusterclass-quick.yaml\n  help: add the file; a class inside the template itself does not help',
    ],
  ],
  [
    "a file with another class",
    { "clusterclass-quick.yaml": clusterClass("slow") },
    [
      'clusterclass-quick.yaml error template/class-name: the file must contain exactly one ClusterClass, named "quick", but contains "slow"\n  help: rename the file or the class',
    ],
  ],
  [
    "a list",
    { "cluster-template.yaml": "apiVersion: v1\nkind: List\nitems: []\n" },
    [
      "cluster-template.yaml:1:1 error template/no-kind: document 1 has no apiVersion and kind, or is a List\n  help: write every object as a separate document",
    ],
  ],
  [
    "broken YAML",
    { "cluster-template.yaml": "a: 1\na: 2\n" },
    [
      'cluster-template.yaml:2:1 error yaml/duplicate-key: the key "a" was already given on line 1\n  help: remove one of the two',
    ],
  ],
];

test.each(rows)("%s", (_, files, want) => {
  const found = checkReleaseTemplates(Object.entries(files).map(([path, content]) => ({ path, content })));
  expect(found.map(formatDiagnostic)).toEqual(want);
});

test("all templates have one budget, with one error, and what is wrong otherwise is reported in each", () => {
  const large = Array.from({ length: 9 }).reduce<string>((inner) => `\${X//a/${inner}}`, "a");
  const content = `apiVersion: v1\nkind: ConfigMap\ndata:\n  a: "${large}"\n`;
  const files = Array.from({ length: 20 }, (_, i) => ({ path: `cluster-template-f${i}.yaml`, content }));
  const before = process.threadCpuUsage();
  const found = checkReleaseTemplates([...files, { path: "cluster-template.yaml", content: "a: 1\n" }]);
  const { user, system } = process.threadCpuUsage(before);
  expect(found.map(({ code }) => code)).toEqual(["envsubst/too-long", "template/no-kind"]);
  expect(user + system).toBeLessThan(5_000_000);
});
