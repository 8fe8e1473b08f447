// The reference of one package as a Markdown page.
import { ReferenceReflection, type DeclarationReflection } from "typedoc";
import { commentOf, sectionsOf, summaryOf } from "./comments.ts";
import type { Entry, PackageReference } from "./convert.ts";
import { declarationOf, memberOf } from "./signatures.ts";

/** The page of a package: each entry, and below it each export by name. */
export function pageOf({ name, entries }: PackageReference): string {
  const contents = entries.map(({ specifier, exports }) => `- \`${specifier}\`: ${linksOf(specifier, exports)}`);
  const parts = [`# ${name}`, contents.join("\n"), ...entries.flatMap(entryParts)];
  return `${parts.filter((part) => part !== "").join("\n\n")}\n`;
}

/** The exports without a comment, as `specifier name`. */
export function undocumented({ entries }: PackageReference): string[] {
  return entries.flatMap(({ specifier, exports }) =>
    [...Map.groupBy(exports, ({ name }) => name)]
      .filter(([, same]) => !same.some(isDocumented))
      .map(([name]) => `${specifier} ${name}`),
  );
}

function isDocumented(reflection: DeclarationReflection): boolean {
  return reflection instanceof ReferenceReflection || commentOf(reflection) !== undefined;
}

/** The file of a package's page. */
export function fileOf(name: string): string {
  return `${name.replace("@capstan/", "")}.md`;
}

function linksOf(specifier: string, exports: readonly DeclarationReflection[]): string {
  const names = [...new Set(exports.map(({ name }) => name))];
  return names.map((name) => `[${name}](#${anchorOf(specifier, name)})`).join(", ");
}

function entryParts({ specifier, exports }: Entry): string[] {
  const byName = [...Map.groupBy(exports, ({ name }) => name)];
  return [`## \`${specifier}\``, ...byName.flatMap(([name, same]) => exportParts(anchorOf(specifier, name), same))];
}

/** A name stands for a type and a value at once where both are declared. */
function exportParts(anchor: string, same: readonly DeclarationReflection[]): string[] {
  return [`<a id="${anchor}"></a>`, `### ${same[0]?.name}`, ...new Set(same.flatMap(declarationParts))];
}

function declarationParts(reflection: DeclarationReflection): string[] {
  if (reflection instanceof ReferenceReflection) return [`The same as \`${reflection.name}\` of another entry.`];
  return [
    `\`\`\`typescript\n${declarationOf(reflection)}\n\`\`\``,
    summaryOf(commentOf(reflection)),
    ...sectionsOf(reflection),
    membersOf(reflection),
  ];
}

function membersOf(reflection: DeclarationReflection): string {
  const members = (reflection.children ?? []).filter(({ name }) => !name.startsWith("~"));
  return members.map((member) => [`- \`${memberOf(member)}\``, ...detailsOf(member)].join("\n\n")).join("\n");
}

function detailsOf(member: DeclarationReflection): string[] {
  const summary = summaryOf(commentOf(member));
  return [...(summary === "" ? [] : [summary]), ...sectionsOf(member)].map((part) => part.replaceAll(/^(?=.)/gm, "  "));
}

function anchorOf(specifier: string, name: string): string {
  return `${specifier.replace("@capstan/", "").replaceAll("/", "-")}-${name}`;
}
