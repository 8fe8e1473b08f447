// Checks the cluster templates and ClusterClasses of a release: names, variables, objects, and that every class exists.
import { diagnose, type Diagnostic, type JsonPath, type Position } from "@capstan/kube";
import { parseYaml, type YamlDocument } from "@capstan/schema/yaml";
import { bundleDiagnostics } from "../diagnostics.ts";
import { Budget } from "../envsubst/budget.ts";
import { checkVariables } from "../envsubst/check-variables.ts";
import { listVariables } from "../envsubst/list-variables.ts";
import { substituteWithin } from "../envsubst/substitute.ts";
import type { ReleaseFile } from "./bundle-input.ts";

const fileName = /^(cluster-template(-[a-z0-9][-a-z0-9.]*)?|clusterclass-(?<className>[a-z0-9][-a-z0-9.]*))\.yaml$/;

/** Every problem of the template files. */
export function checkReleaseTemplates(templates: readonly ReleaseFile[]): Diagnostic[] {
  const files = new Set(templates.map(({ path }) => path));
  const budget = new Budget();
  return templates.flatMap((file) => {
    const { content, tooLong } = withStandIns(file, budget);
    const { documents, diagnostics } = parseYaml(content, { file: file.path });
    const objects = documents.map(objectOf);
    return [
      ...checkName(file),
      ...checkVariables(file.content, file.path),
      ...tooLong,
      ...diagnostics,
      ...checkObjects(objects),
      ...checkClass(file, objects),
      ...checkClassesUsed(objects, files),
    ];
  });
}

/** Replaces each variable: a plain word, so that the file stays YAML with the same lines. */
const standIn = "capstan-variable";

interface StandIns {
  readonly content: string;
  readonly tooLong: readonly Diagnostic[];
}

/**
 * The content with a value for every variable, and the error when that takes too much. `checkVariables` reports what does not parse, and it
 * stays unchanged, as does every file after the one that exceeds the budget of all.
 */
function withStandIns({ content, path }: ReleaseFile, budget: Budget): StandIns {
  if (budget.isSpent) return { content, tooLong: [] };
  const { variables } = listVariables(content);
  const values = Object.fromEntries(variables.map(({ name }) => [name, standIn]));
  const { text, diagnostics } = substituteWithin(budget, content, { values, file: path });
  const tooLong = diagnostics.filter(({ code }) => code === "envsubst/too-long");
  return { content: diagnostics.length > 0 ? content : text, tooLong };
}

interface TemplateObject {
  readonly kind: string | undefined;
  readonly apiVersion: string | undefined;
  readonly at: (path: JsonPath) => unknown;
  readonly positionOf: (path: JsonPath) => Position;
}

function objectOf({ value, positionOf }: YamlDocument): TemplateObject {
  const at = (path: JsonPath): unknown =>
    path.reduce<unknown>((node, key) => (isRecord(node) ? node[String(key)] : undefined), value);
  return { kind: textOf(at(["kind"])), apiVersion: textOf(at(["apiVersion"])), at, positionOf };
}

function checkName({ path }: ReleaseFile): Diagnostic[] {
  if (fileName.test(path)) return [];
  return [diagnose(bundleDiagnostics, "template/name", { values: { file: path }, position: { file: path } })];
}

function checkObjects(objects: readonly TemplateObject[]): Diagnostic[] {
  return objects.flatMap(({ kind, apiVersion, positionOf }, i) => {
    if (kind !== undefined && apiVersion !== undefined && kind !== "List") return [];
    return [diagnose(bundleDiagnostics, "template/no-kind", { values: { number: i + 1 }, position: positionOf([]) })];
  });
}

/** A ClusterClass file contains the class in its name. */
function checkClass({ path }: ReleaseFile, objects: readonly TemplateObject[]): Diagnostic[] {
  const name = fileName.exec(path)?.groups?.["className"];
  if (name === undefined) return [];
  const classes = objects
    .filter(({ kind }) => kind === "ClusterClass")
    .map(({ at }) => textOf(at(["metadata", "name"])));
  if (classes.length === 1 && classes[0] === name) return [];
  const found = classes.length === 0 ? "none" : classes.map((each) => `"${each ?? ""}"`).join(", ");
  return [diagnose(bundleDiagnostics, "template/class-name", { values: { name, found }, position: { file: path } })];
}

/** Where a Cluster names its class: contract v1beta2, then v1beta1. */
const classPaths: readonly JsonPath[] = [
  ["spec", "topology", "classRef", "name"],
  ["spec", "topology", "class"],
];

/** The file of each class that a Cluster names; a name that is a variable is not checked. */
function checkClassesUsed(objects: readonly TemplateObject[], files: ReadonlySet<string>): Diagnostic[] {
  return objects
    .filter(({ kind }) => kind === "Cluster")
    .flatMap(({ at, positionOf }) =>
      classPaths.flatMap((path) => {
        const name = textOf(at(path));
        if (name === undefined || name.includes(standIn) || files.has(`clusterclass-${name}.yaml`)) return [];
        return [
          diagnose(bundleDiagnostics, "template/no-cluster-class", { values: { name }, position: positionOf(path) }),
        ];
      }),
    );
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null;
}

function textOf(value: unknown): string | undefined {
  return typeof value === "string" ? value : undefined;
}
