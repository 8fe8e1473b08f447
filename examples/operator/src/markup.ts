// Finds markup in the fields that become a part of the page.
import type { FieldRejection } from "@capstan/operator";
import type { Website } from "./api/v1/website.ts";

/** Each field with markup, as an API server reports it. */
export function markupIn({ spec: { title, greeting = "" } }: Website): readonly FieldRejection[] {
  return Object.entries({ title, greeting }).flatMap(([field, value]) =>
    /[<>&]/.test(value) ? [{ path: `spec.${field}`, type: "Invalid", value, detail: "must not contain markup" }] : [],
  );
}
