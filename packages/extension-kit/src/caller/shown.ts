// What an extension sends in the place of a string, in messages.
import { excerpt } from "@capstan/kube";

/** The beginning of a string, or of the JSON of another value. */
export function shown(value: unknown): string {
  return excerpt(typeof value === "string" ? value : (JSON.stringify(value) ?? "undefined"));
}
