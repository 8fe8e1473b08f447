// The rules of a CRD outside of its schemas: name, group, names, scope, versions, columns, subresources.
import type { CustomResourceDefinition, CustomResourceDefinitionVersion } from "@capstan/kube/builtin";
import { checkConversion } from "./check-conversion.ts";
import type { CrdReport } from "./crd-report.ts";
import { dnsLabelProblems, dnsSubdomainProblems } from "./dns-names.ts";
import { invalid, notSupported, required } from "../fields/field-error.ts";
import { rootPath, type FieldPath } from "../fields/field-path.ts";

const spec = rootPath.child("spec");
const approval = "api-approved.kubernetes.io";

/** Reports the problems of a definition outside of its schemas. */
export function checkDefinition(crd: CustomResourceDefinition, report: CrdReport): void {
  checkGroup(crd, report);
  checkScope(crd, report);
  checkVersionSet(crd, report);
  for (const [i, version] of crd.spec.versions.entries())
    checkVersion(version, spec.child("versions").index(i), report);
  checkNames(crd, report);
  if (crd.spec.preserveUnknownFields === true)
    report.error(
      "crd/preserve-unknown-fields",
      invalid(
        spec.child("preserveUnknownFields"),
        true,
        "cannot set to true, set x-kubernetes-preserve-unknown-fields to true in spec.versions[*].schema instead",
      ),
    );
  checkConversion(crd.spec.conversion, spec.child("conversion"), report);
}

function checkGroup(crd: CustomResourceDefinition, report: CrdReport): void {
  const { group, names } = crd.spec;
  const path = spec.child("group");
  const problems = dnsSubdomainProblems(group);
  if (group === "") report.error("crd/group", required(path));
  else if (problems.length > 0) report.error("crd/group", invalid(path, group, problems.join(",")));
  else if (!group.includes("."))
    report.error("crd/group", invalid(path, group, "should be a domain with at least one dot"));
  const name = crd.metadata.name ?? "";
  if (name !== `${names.plural}.${group}`)
    report.error(
      "crd/name",
      invalid(rootPath.child("metadata").child("name"), name, 'must be spec.names.plural+"."+spec.group'),
    );
  checkApproval(crd, report);
}

function isCommunityGroup(group: string): boolean {
  return ["k8s.io", "kubernetes.io"].some((domain) => group === domain || group.endsWith(`.${domain}`));
}

function checkApproval(crd: CustomResourceDefinition, report: CrdReport): void {
  if (!isCommunityGroup(crd.spec.group)) return;
  const path = rootPath.child("metadata").child("annotations").key(approval);
  const value = crd.metadata.annotations?.[approval];
  const rule = `protected groups must have approval annotation "${approval}"`;
  const see = "see https://github.com/kubernetes/enhancements/pull/1111";
  if (value === undefined || value === "") report.error("crd/approval", required(path, `${rule}, ${see}`));
  else if (!value.startsWith("unapproved") && !URL.canParse(value)) {
    const detail = `${rule} with either a URL or a reason starting with "unapproved", ${see}`;
    report.error("crd/approval", invalid(path, value, detail));
  }
}

function checkScope(crd: CustomResourceDefinition, report: CrdReport): void {
  const scope: string = crd.spec.scope;
  if (scope === "") report.error("crd/scope", required(spec.child("scope")));
  else if (scope !== "Cluster" && scope !== "Namespaced")
    report.error("crd/scope", notSupported(spec.child("scope"), scope, ["Cluster", "Namespaced"]));
}

function checkVersionSet(crd: CustomResourceDefinition, report: CrdReport): void {
  const { versions } = crd.spec;
  const path = spec.child("versions");
  const names = versions.map((version) => version.name);
  if (new Set(names).size !== names.length)
    report.error("crd/version-name", invalid(path, names, "must contain unique version names"));
  if (versions.filter((version) => version.storage).length !== 1)
    report.error(
      "crd/storage-version",
      invalid(path, names, "must have exactly one version marked as storage version"),
    );
  if (!versions.some((version) => version.served))
    report.error("crd/served-version", invalid(path, names, "must have at least one version marked as served"));
}

function checkNames(crd: CustomResourceDefinition, report: CrdReport): void {
  const { names } = crd.spec;
  const path = spec.child("names");
  const { kind, singular = "", listKind = "" } = names;
  const defaulted = {
    ...names,
    singular: singular === "" ? kind.toLowerCase() : singular,
    listKind: listKind === "" && kind !== "" ? `${kind}List` : listKind,
  };
  for (const field of ["plural", "singular", "kind", "listKind"] as const) {
    const name = defaulted[field];
    const mixed = field === "kind" || field === "listKind";
    const problems = dnsLabelProblems(mixed ? name.toLowerCase() : name);
    if (name === "") report.error("crd/names", required(path.child(field)));
    else if (problems.length > 0)
      report.error(
        "crd/names",
        invalid(
          path.child(field),
          name,
          `${mixed ? "may have mixed case, but should otherwise match: " : ""}${problems.join(",")}`,
        ),
      );
  }
  if (defaulted.kind !== "" && defaulted.kind === defaulted.listKind)
    report.error(
      "crd/names",
      invalid(path.child("listKind"), defaulted.listKind, "kind and listKind may not be the same"),
    );
  for (const field of ["shortNames", "categories"] as const) {
    for (const [i, name] of (names[field] ?? []).entries()) {
      const problems = dnsLabelProblems(name);
      if (problems.length > 0) report.error("crd/names", invalid(path.child(field).index(i), name, problems.join(",")));
    }
  }
}

function checkVersion(version: CustomResourceDefinitionVersion, path: FieldPath, report: CrdReport): void {
  const problems = dnsLabelProblems(version.name);
  if (problems.length > 0)
    report.error("crd/version-name", invalid(path.child("name"), version.name, problems.join(",")));
  for (const problem of deprecationProblems(version))
    report.error(
      "crd/deprecation-warning",
      invalid(path.child("deprecationWarning"), version.deprecationWarning, problem),
    );
  if (version.schema?.openAPIV3Schema === undefined)
    report.error("crd/schema-missing", required(path.child("schema").child("openAPIV3Schema")));
  checkScale(version, path.child("subresources").child("scale"), report);
  checkColumns(version, path.child("additionalPrinterColumns"), report);
}

/** What Go's unicode.IsPrint rejects. */
const unprintable = /[^\p{L}\p{M}\p{N}\p{P}\p{S} ]/u;
const utf8 = new TextEncoder();

function bytesOf(value: string): number {
  return utf8.encode(value).length;
}

function deprecationProblems({ deprecated, deprecationWarning: warning }: CustomResourceDefinitionVersion): string[] {
  if (warning === undefined) return [];
  if (deprecated !== true) return ["can only be set for deprecated versions"];
  const first = warning.search(unprintable);
  return [
    ...(bytesOf(warning) > 256 ? ["must be <= 256 characters long"] : []),
    ...(warning === "" ? ["must not be an empty string"] : []),
    ...(first < 0
      ? []
      : [
          `must only contain printable UTF-8 characters; non-printable character found at index ${bytesOf(warning.slice(0, first))}`,
        ]),
  ];
}

const columnTypes = ["boolean", "date", "integer", "number", "string"];
const columnFormats = ["byte", "date", "date-time", "double", "float", "int32", "int64", "password"];

function checkColumns(version: CustomResourceDefinitionVersion, path: FieldPath, report: CrdReport): void {
  for (const [i, column] of (version.additionalPrinterColumns ?? []).entries()) {
    const at = path.index(i);
    const say = report.error.bind(report, "crd/printer-column");
    if (column.name === "") say(required(at.child("name")));
    if (!columnTypes.includes(column.type))
      say(invalid(at.child("type"), column.type, `must be one of ${columnTypes.join(",")}`));
    if (column.format !== undefined && column.format !== "" && !columnFormats.includes(column.format))
      say(invalid(at.child("format"), column.format, `must be one of ${columnFormats.join(",")}`));
    if (column.jsonPath === "") say(required(at.child("jsonPath")));
    else if (!column.jsonPath.startsWith("."))
      say(invalid(at.child("jsonPath"), column.jsonPath, "must be a simple json path starting with ."));
  }
}

const scalePaths = [
  { field: "specReplicasPath", under: [".spec."], where: ".spec", needed: true },
  { field: "statusReplicasPath", under: [".status."], where: ".status", needed: true },
  { field: "labelSelectorPath", under: [".spec.", ".status."], where: "either .spec or .status", needed: false },
] as const;

function checkScale(version: CustomResourceDefinitionVersion, path: FieldPath, report: CrdReport): void {
  const scale = version.subresources?.scale;
  if (scale === undefined) return;
  for (const { field, under, where, needed } of scalePaths) {
    const value = scale[field] ?? "";
    if (value === "" && needed) report.error("crd/scale", required(path.child(field)));
    if (value !== "" && !under.some((prefix) => value.startsWith(prefix)))
      report.error("crd/scale", invalid(path.child(field), value, `should be a json path under ${where}`));
  }
}

/** Reports changes that an update may not make. */
export function checkDefinitionUpdate(
  crd: CustomResourceDefinition,
  old: CustomResourceDefinition,
  report: CrdReport,
): void {
  const established = (old.status?.conditions ?? []).some(
    ({ type, status }) => type === "Established" && status === "True",
  );
  const fixed: [FieldPath, unknown, unknown][] = [
    [spec.child("group"), crd.spec.group, old.spec.group],
    [spec.child("names").child("plural"), crd.spec.names.plural, old.spec.names.plural],
  ];
  if (established)
    fixed.push(
      [spec.child("scope"), crd.spec.scope, old.spec.scope],
      [spec.child("names").child("kind"), crd.spec.names.kind, old.spec.names.kind],
    );
  for (const [path, value, before] of fixed)
    if (value !== before) report.error("crd/update", invalid(path, value, "field is immutable"));
  const kept = new Set(crd.spec.versions.map((version) => version.name));
  for (const [i, stored] of (old.status?.storedVersions ?? []).entries()) {
    if (!kept.has(stored))
      report.error(
        "crd/update",
        invalid(
          rootPath.child("status").child("storedVersions").index(i),
          stored,
          `missing from spec.versions; ${stored} was previously a storage version, and must remain in spec.versions until a storage migration ensures no data remains persisted in ${stored} and removes ${stored} from status.storedVersions`,
        ),
      );
  }
}
