// The tables of annotations.md: tags from the generators' tag table, scalars from what the generator makes of each.
import { readFileSync } from "node:fs";
import { crdObjects } from "@capstan/generator-crd";
import { documentationTags, readModel, tagTable, type TagGrammar, type TagRule } from "@capstan/generator-model";
import { formatDiagnostic, hasErrors } from "@capstan/kube";
import { markdownTable } from "./markdown-table.ts";

/** The generated regions of annotations.md. */
export function annotationsRegions(): Readonly<Record<string, string>> {
  return { scalars: scalarTable(), tags: tagRows(), "documentation tags": documentationRows() };
}

const grammars: Readonly<Record<TagGrammar, string>> = {
  flag: "nothing",
  boolean: "nothing, `true` or `false`",
  number: "a number",
  count: "a whole number",
  string: "a string, to the end of the line",
  json: "JSON",
  names: "names of fields",
  rule: "a rule, or JSON",
  word: "a word",
};

function tagRows(): string {
  const rows = Object.entries(tagTable).map(([name, rule]) => [
    `\`@${name}\``,
    rule.words === undefined ? grammars[rule.grammar] : rule.words.map((word) => `\`${word}\``).join(", "),
    allowedOn(rule),
    `${rule.meaning}${rule.repeatable === true ? "; more than once" : ""}`,
    rule.keyword === undefined ? "" : `\`${rule.keyword}\``,
  ]);
  return markdownTable(["Tag", "Value", "Allowed on", "Meaning", "In the schema"], rows);
}

function allowedOn({ on, place }: TagRule): string {
  const types = on.includes("any") ? "anything" : on.join(", ");
  return place === undefined ? types : `${types} (${place})`;
}

function documentationRows(): string {
  const effects = { keep: "kept", drop: "left out", deprecated: "its last paragraph" };
  const rows = Object.entries(documentationTags).map(([name, effect]) => [`\`@${name}\``, effects[effect]]);
  return markdownTable(["Tag", "Effect on the description"], rows);
}

/** The scalars of @capstan/kube in the order of their file, with the schema that the generator gives a field of each. */
function scalarTable(): string {
  const source = readFileSync(new URL("../../packages/kube/src/values/scalars.ts", import.meta.url), "utf8");
  const scalars = [...source.matchAll(/^\/\*\* (.+) \*\/\nexport (?:type|interface) (\w+)[ =]/gm)].map(
    ([, meaning = "", name = ""]) => ({ name, meaning }),
  );
  const schemas = schemasOf(scalars.map(({ name }) => name));
  const rows = scalars.map(({ name, meaning }) => [`\`${name}\``, meaning, `\`${schemas[name]}\``]);
  return markdownTable(["Type", "What it is", "Schema"], rows);
}

function schemasOf(names: readonly string[]): Readonly<Record<string, string>> {
  const sources = { "src/api/v1/sample.ts": sampleOf(names) };
  const { model, diagnostics } = readModel({ root: import.meta.dirname, files: Object.keys(sources), sources });
  const made = crdObjects(model, { allowFloats: true });
  const problems = [...diagnostics, ...made.diagnostics];
  if (hasErrors(problems)) throw new Error(problems.map(formatDiagnostic).join("\n"));
  const fields = made.crds[0]?.spec.versions[0]?.schema?.openAPIV3Schema?.properties?.["spec"]?.properties ?? {};
  return Object.fromEntries(
    names.map((name) => {
      const { description: _, ...schema } = fields[`field${name}`] ?? {};
      return [name, shorten(JSON.stringify(schema))];
    }),
  );
}

/** The pattern of quantities is longer than the rest of the table. */
function shorten(schema: string): string {
  return schema.replace(/"pattern":"[^"]{40,}"/, '"pattern":"..."');
}

function sampleOf(names: readonly string[]): string {
  return `
import { defineResource, type KubeObject, type Resource } from "@capstan/api";
import type { ${names.join(", ")} } from "@capstan/api";
/** SampleSpec has a field of each. */
export interface SampleSpec {
${names.map((name) => `  /** field${name} is one. */\n  field${name}?: ${name};`).join("\n")}
}
/** Sample is one. */
export interface Sample extends KubeObject<"sample.example.com/v1", "Sample"> {
  /** spec is its spec. */
  spec?: SampleSpec;
}
export const Sample: Resource<Sample> = defineResource({ apiVersion: "sample.example.com/v1", kind: "Sample" });
`;
}
