// The tables of the page about `--format json`, from the schema that the command's package contains.
import { readFileSync } from "node:fs";
import { markdownTable } from "./markdown-table.ts";

interface Part {
  readonly $ref?: string;
  readonly type?: string;
  readonly description?: string;
  readonly enum?: readonly unknown[];
  readonly items?: Part;
  readonly properties?: Readonly<Record<string, Part>>;
  readonly required?: readonly string[];
  readonly $defs?: Readonly<Record<string, Part>>;
}

/** A table of the document, and one of each part of it. */
export function jsonOutputRegions(): Readonly<Record<string, string>> {
  const file = new URL("../../packages/cli/schemas/output.json", import.meta.url);
  const schema: Part = JSON.parse(readFileSync(file, "utf8"));
  const parts = Object.entries(schema.$defs ?? {}).map(([name, part]) => [`### \`${name}\``, tableOf(part)]);
  return { document: tableOf(schema), parts: parts.flat().join("\n\n") };
}

function tableOf(part: Part): string {
  return markdownTable(["Field", "Type", "Meaning"], rowsOf(part, ""));
}

function rowsOf({ properties = {}, required = [] }: Part, before: string): string[][] {
  return Object.entries(properties).flatMap(([name, part]) => {
    const type = `${typeOf(part)}${required.includes(name) ? "" : ", or absent"}`;
    return [[`\`${before}${name}\``, type, part.description ?? ""], ...rowsOf(part, `${before}${name}.`)];
  });
}

function typeOf({ $ref, type = "", items, enum: values }: Part): string {
  if ($ref !== undefined) return `\`${$ref.replace("#/$defs/", "")}\``;
  if (items !== undefined) return `list of ${typeOf(items)}`;
  return values === undefined ? type : values.map((value) => `\`${JSON.stringify(value)}\``).join(", ");
}
