// Release notes: one Markdown page for the whole release, made from the changesets before `changeset version` takes them away.
// The commit's message carries them too, so that they can be had again when the changesets are deleted.

/** How much a changeset asks for. */
export type Bump = "major" | "minor" | "patch" | "none";

/** A changeset, as `changeset status --output` writes it. */
export interface Changeset {
  readonly id: string;
  readonly summary: string;
  readonly releases: readonly { readonly name: string; readonly type: Bump }[];
}

const headings: readonly (readonly [Bump, string])[] = [
  ["major", "Major changes"],
  ["minor", "Minor changes"],
  ["patch", "Patch changes"],
];

/** The changes under a heading for each size; a changeset stands once, under the largest size it asks for. */
export function releaseNotes(changesets: readonly Changeset[]): string {
  return headings
    .flatMap(([bump, heading]) => {
      const items = changesets.filter((changeset) => largest(changeset) === bump).map(item);
      return items.length === 0 ? [] : [`## ${heading}\n\n${items.toSorted().join("\n")}\n`];
    })
    .join("\n");
}

function largest({ releases }: Changeset): Bump {
  return headings.find(([bump]) => releases.some(({ type }) => type === bump))?.[0] ?? "none";
}

/** A list item: the packages, then the text; later lines are indented so that they stay in the item. */
function item({ summary, releases }: Changeset): string {
  const names = releases.filter(({ type }) => type !== "none").map(({ name }) => `\`${name}\``);
  const text = summary.trim().replaceAll(/\n(?=[^\n])/g, "\n  ");
  return `- ${names.toSorted().join(", ")}: ${text}`;
}
