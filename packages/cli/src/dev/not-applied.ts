// The problem of an object of a sample that the API server rejects, at the line of the file that has the object, or the field that is wrong.
import { isApiError } from "@capstan/client";
import { type Diagnostic, diagnose, errorFrom, type JsonPath, type KubeObject, oneLine } from "@capstan/kube";
import { inOneLine } from "../tree/short-words.ts";
import { devDiagnostics } from "./dev-diagnostics.ts";
import type { Sample } from "./sample.ts";

/** Why the sample was not applied; without an object, no part of it is known to be the reason. */
export function notApplied({ files, places }: Sample, object: KubeObject | undefined, error: unknown): Diagnostic {
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
