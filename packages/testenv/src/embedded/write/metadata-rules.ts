// Validation of metadata for every kind: names, labels, annotations, finalizers, owner references.
import { isJsonObject, type ObjectMeta, type OwnerReference } from "@capstan/kube";
import {
  dnsSubdomainProblems,
  forbidden,
  invalid,
  required,
  rootPath,
  tooLong,
  type FieldError,
  type FieldPath,
} from "@capstan/schema/structural";
import type { ApiKind, ApiObject } from "../kinds/api-kind.ts";

const metadata = rootPath.child("metadata");
const annotationBytes = 256 * 1024;

/** The errors of an object's metadata. */
export function metadataErrors(kind: ApiKind, object: ApiObject, old: ApiObject | undefined): FieldError[] {
  const { metadata: meta } = object;
  return [
    ...nameErrors(kind, meta),
    ...labelErrors(meta.labels ?? {}),
    ...annotationErrors(meta.annotations ?? {}),
    ...finalizerErrors(meta, old?.metadata),
    ...ownerErrors(meta.ownerReferences ?? []),
  ];
}

/** Why metadata cannot be decoded; undefined when it can. */
export function metadataShapeProblem(meta: unknown): string | undefined {
  if (meta === undefined) return undefined;
  if (!isJsonObject(meta)) return "metadata must be an object";
  for (const field of ["labels", "annotations"]) {
    const map = meta[field] ?? {};
    if (!isJsonObject(map) || Object.values(map).some((value) => typeof value !== "string"))
      return `metadata.${field} must be a map of strings`;
  }
  for (const field of ["finalizers", "ownerReferences"]) {
    if (!Array.isArray(meta[field] ?? [])) return `metadata.${field} must be a list`;
  }
  const wrong = ["name", "namespace", "generateName", "uid", "resourceVersion"].find(
    (field) => typeof (meta[field] ?? "") !== "string",
  );
  return wrong === undefined ? undefined : `metadata.${wrong} must be a string`;
}

function nameErrors(kind: ApiKind, meta: ObjectMeta): FieldError[] {
  const name = meta.name ?? "";
  if (name === "") return [required(metadata.child("name"), "name or generateName is required")];
  return kind.nameProblems(name).map((problem) => invalid(metadata.child("name"), name, problem));
}

/** The longest name of a key, and the longest value of a label. */
const longest = 63;
const namePart = /^(?:[A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9]$/;
const keyRule =
  "must consist of alphanumeric characters, '-', '_' or '.', and must start and end with an alphanumeric character (e.g. 'MyName',  or 'my.name',  or '123-abc', regex used for validation is '([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9]')";
const labelValueRule =
  "a valid label must be an empty string or consist of alphanumeric characters, '-', '_' or '.', and must start and end with an alphanumeric character (e.g. 'MyValue',  or 'my_value',  or '12345', regex used for validation is '(([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9])?')";

/** The problems of a key of labels or annotations, or of a finalizer. */
function qualifiedNameProblems(key: string): string[] {
  const [name = "", prefix, ...more] = key.split("/").toReversed();
  if (more.length > 0)
    return [`a valid label key ${keyRule} with an optional DNS subdomain prefix and '/' (e.g. 'example.com/MyName')`];
  return [
    ...prefixProblems(prefix),
    ...(name === "" ? ["name part must be non-empty"] : []),
    ...(name.length > longest ? [`name part must be no more than ${longest} bytes`] : []),
    ...(namePart.test(name) ? [] : [`name part ${keyRule}`]),
  ];
}

function prefixProblems(prefix: string | undefined): string[] {
  if (prefix === undefined) return [];
  if (prefix === "") return ["prefix part must be non-empty"];
  // The server calls the limit of a name characters, and that of a prefix bytes.
  return dnsSubdomainProblems(prefix).map(
    (problem) => `prefix part ${problem.replace(/(\d) characters$/, "$1 bytes")}`,
  );
}

/** The errors of labels. */
export function labelErrors(labels: Readonly<Record<string, string>>): FieldError[] {
  const path = metadata.child("labels");
  return Object.entries(labels).flatMap(([key, value]) => [
    ...qualifiedNameProblems(key).map((problem) => invalid(path, key, problem)),
    ...(value.length > longest ? [invalid(path, value, `must be no more than ${longest} bytes`)] : []),
    ...(value === "" || namePart.test(value) ? [] : [invalid(path, value, labelValueRule)]),
  ]);
}

/** The errors of annotations. */
export function annotationErrors(
  annotations: Readonly<Record<string, string>>,
  path: FieldPath = metadata.child("annotations"),
): FieldError[] {
  const bytes = Object.entries(annotations).reduce(
    (sum, [key, value]) => sum + Buffer.byteLength(key) + Buffer.byteLength(value),
    0,
  );
  return [
    ...Object.keys(annotations).flatMap((key) =>
      qualifiedNameProblems(key.toLowerCase()).map((problem) => invalid(path, key, problem)),
    ),
    ...(bytes > annotationBytes ? [tooLong(path, annotationBytes)] : []),
  ];
}

function finalizerErrors(meta: ObjectMeta, old: ObjectMeta | undefined): FieldError[] {
  const path = metadata.child("finalizers");
  const finalizers = meta.finalizers ?? [];
  const before = old?.finalizers ?? [];
  const added = finalizers.filter((finalizer) => !before.includes(finalizer));
  return [
    ...finalizers.flatMap((finalizer, i) =>
      qualifiedNameProblems(finalizer).map((problem) => invalid(path.index(i), finalizer, problem)),
    ),
    ...(old?.deletionTimestamp !== undefined && added.length > 0
      ? [
          forbidden(
            path,
            `no new finalizers can be added if the object is being deleted, found new finalizers []string{${added.map((one) => JSON.stringify(one)).join(", ")}}`,
          ),
        ]
      : []),
  ];
}

function ownerErrors(owners: readonly Partial<OwnerReference>[]): FieldError[] {
  const path = metadata.child("ownerReferences");
  const controllers = owners.filter(({ controller }) => controller === true);
  return [
    ...owners.flatMap((owner) => missingParts(owner, path)),
    ...(controllers.length > 1
      ? [
          invalid(
            path,
            owners,
            'Only one reference can have Controller set to true. Found "true" in references for ' +
              controllers.map(({ kind, name }) => `${kind}/${name}`).join(" and "),
          ),
        ]
      : []),
  ];
}

function missingParts(owner: Partial<OwnerReference>, path: FieldPath): FieldError[] {
  const parts = [
    ["apiVersion", "version must not be empty"],
    ["kind", "must not be empty"],
    ["name", "must not be empty"],
    ["uid", "must not be empty"],
  ] as const;
  return parts
    .filter(([part]) => (owner[part] ?? "") === "")
    .map(([part, detail]) => invalid(path.child(part), owner[part] ?? "", detail));
}
