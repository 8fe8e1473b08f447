// What keeps a document of a sample from being an object of Kubernetes, or the API server from taking it. YAML reads words such as y and no as booleans, so a value is shown as it was read.
import { isApiError } from "@capstan/client";
import {
  type Diagnostic,
  diagnose,
  errorFrom,
  getAt,
  isJsonObject,
  type JsonPath,
  type KubeObject,
  oneLine,
  type Position,
} from "@capstan/kube";
import { inOneLine } from "../tree/short-words.ts";
import { devDiagnostics } from "./dev-diagnostics.ts";

/** What is wrong with a document, and where. */
export interface ObjectProblem {
  readonly path: JsonPath;
  readonly problem: string;
  readonly help: string;
}

interface Field {
  readonly path: JsonPath;
  readonly wanted: "string" | "object";
  readonly isOptional?: boolean;
}

/** What every object has, and the namespace that some have. */
const fields: readonly Field[] = [
  { path: [], wanted: "object" },
  { path: ["apiVersion"], wanted: "string" },
  { path: ["kind"], wanted: "string" },
  { path: ["metadata"], wanted: "object" },
  { path: ["metadata", "name"], wanted: "string" },
  { path: ["metadata", "namespace"], wanted: "string", isOptional: true },
];

/** Whether a document is an object of Kubernetes. */
export function isSampleObject(value: unknown): value is KubeObject {
  return problemOfObject(value) === undefined;
}

/** The first problem of a document; undefined where it is an object of Kubernetes. */
export function problemOfObject(value: unknown): ObjectProblem | undefined {
  for (const { path, wanted, isOptional = false } of fields) {
    const found = getAt(value, path);
    const isRight = wanted === "string" ? typeof found === "string" : isJsonObject(found);
    const isAbsent = found === undefined || (isOptional && found === null);
    if (!isRight && !(isOptional && isAbsent)) return problemAt(path, found, wanted);
  }
  return undefined;
}

function problemAt(path: JsonPath, found: unknown, wanted: Field["wanted"]): ObjectProblem {
  const name = path.length === 0 ? "it" : path.join(".");
  const problem = `${name} ${describeValue(found)}`;
  const isLost = found === undefined || found === null || wanted === "object";
  if (isLost) return { path, problem, help: "give it apiVersion, kind and metadata.name" };
  const isScalar = typeof found === "boolean" || typeof found === "number";
  return { path, problem, help: isScalar ? "write it in quotes" : "write a string in its place" };
}

function describeValue(value: unknown): string {
  if (value === undefined) return "is missing";
  if (value === null) return "has no value";
  if (Array.isArray(value)) return "is a list";
  if (isJsonObject(value)) return "is a map";
  return `is a ${typeof value}, ${typeof value === "string" ? value : JSON.stringify(value)}`;
}

/** Files, and where each object in them has a field. */
interface AppliedFiles {
  readonly files: readonly string[];
  readonly places: ReadonlyMap<KubeObject, (path: JsonPath) => Position | undefined>;
}

/** Why the sample was not applied; without an object, no part of it is known to be the reason. */
export function notApplied(
  { files, places }: AppliedFiles,
  object: KubeObject | undefined,
  error: unknown,
): Diagnostic {
  const problem = oneLine(inOneLine(errorFrom(error).message));
  const position = object && places.get(object)?.(wrongField(error));
  const values = { file: files.join(", "), problem };
  return diagnose(devDiagnostics, "dev/not-applied", { values, ...(position !== undefined && { position }) });
}

/** The first field that the server names; the object itself where it names none. */
function wrongField(error: unknown): JsonPath {
  const cause = isApiError(error) ? error.details?.causes?.find(({ field }) => field !== undefined) : undefined;
  const field = cause?.field ?? /\bunknown field "([^"]+)"/.exec(errorFrom(error).message)?.[1] ?? "";
  return field.split(/[.[\]]+/).filter((step) => step !== "");
}
