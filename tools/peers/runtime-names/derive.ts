// Compares facts.json with the names that controller-runtime exports; `--write` replaces it. Its version stands in go.mod.
import { deriveFacts } from "../derive-facts.ts";

/** What main.go prints: names by package, and fields by struct. */
type Facts = Readonly<Record<"names" | "fields", Readonly<Record<string, readonly string[]>>>>;

deriveFacts(new URL(".", import.meta.url), ({ names, fields }: Facts) => ({
  names: Object.values(names).flat().length,
  fields: Object.values(fields).flat().length,
}));
