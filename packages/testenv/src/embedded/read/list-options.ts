// The values of a list's or watch's query, as the API server decodes them.
import { badRequest } from "../api-status.ts";

/** A flag of the query: only `false` and `0` are false, an empty value is true; undefined when it is not set. */
export function flagOf(query: URLSearchParams, name: string): boolean | undefined {
  const value = query.get(name)?.toLowerCase();
  return value === undefined ? undefined : value !== "false" && value !== "0";
}

/** An integer of the query; 0 when it is not set. */
export function integerOf(query: URLSearchParams, name: string): number {
  const value = query.get(name) ?? "0";
  if (!/^[+-]?\d+$/.test(value)) throw badRequest(`strconv.ParseInt: parsing ${JSON.stringify(value)}: invalid syntax`);
  return Number(value);
}

/** Parses a resourceVersion; 0 when it is not set. */
export function parseResourceVersion(text: string | null): number {
  if (text === null || text === "") return 0;
  if (!/^\d+$/.test(text))
    throw badRequest(
      `Invalid value: ${JSON.stringify(text)}: resourceVersion: invalid resource version ${JSON.stringify(text)}: strconv.ParseUint: parsing ${JSON.stringify(text)}: invalid syntax`,
    );
  return Number(text);
}
