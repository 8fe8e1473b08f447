// An entry of a kubeconfig: a cluster, a user or a context, with its place in the file. Its fields are checked when they are used, so that a
// mistake in a context that is not selected does no harm.
import { type CapstanError, isJsonObject } from "@capstan/kube";
import { dirname, isAbsolute, join } from "node:path";
import { clientError } from "../errors.ts";

/** An entry with its place in its file. */
export interface Entry<T> {
  readonly name: string;
  /** The file, or the name that its content was given. */
  readonly file: string;
  /** The path of the entry in the file, for messages: `users[0].user`. */
  readonly path: string;
  readonly value: T;
}

/** A type of a field, as messages name it. */
type FieldType =
  | "a string"
  | "true or false"
  | "a mapping"
  | "a list of mappings"
  | "a list of strings"
  | "a list of names with values";

const isString = (value: unknown): boolean => typeof value === "string";

const accepts: Readonly<Record<FieldType, (value: unknown) => boolean>> = {
  "a string": isString,
  "true or false": (value) => typeof value === "boolean",
  "a mapping": isJsonObject,
  "a list of strings": (value) => Array.isArray(value) && value.every(isString),
  "a list of mappings": (value) => Array.isArray(value) && value.every(isJsonObject),
  "a list of names with values": (value) =>
    Array.isArray(value) && value.every((item) => isString(item?.name) && isString(item?.value)),
};

/** The types of the fields of an entry that are read; others are ignored. */
export type FieldTypes<T> = Readonly<Record<keyof T & string, FieldType>>;

/** The entry as its type, without fields that are null, as in client-go; a field of another type is `client/kubeconfig-field`. */
export function checkedEntry<T extends object>(entry: Entry<object>, types: FieldTypes<T>): Entry<T> {
  const set = Object.fromEntries(Object.entries(entry.value).filter(([, value]) => value !== null));
  for (const [field, type] of Object.entries<FieldType>(types))
    if (field in set && !accepts[type](set[field]))
      throw fieldError(entry, field, { problem: `is not ${type}`, help: `write ${type}` });
  // Each field that the type has was checked by its row.
  return { ...entry, value: set as T };
}

/** What is wrong with a field, and what to do. Values are not quoted: they may be secrets. */
export interface FieldProblem {
  /** Completes "users[0].user.token ...". */
  readonly problem: string;
  readonly help: string;
}

/** The error for a field of an entry. */
export function fieldError(
  { file, path }: Omit<Entry<unknown>, "value">,
  field: string,
  { problem, help }: FieldProblem,
): CapstanError {
  return clientError("client/kubeconfig-field", { file, field: `${path}.${field}`, problem, help });
}

/** A path in an entry: relative ones start at the file that has the entry. */
export function resolvePath({ file }: Pick<Entry<unknown>, "file">, path: string): string {
  return isAbsolute(path) ? path : join(dirname(file), path);
}
