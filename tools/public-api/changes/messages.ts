// What the changeset check prints: a line or two for each changed name, and what is missing for each package.
import type { ApiChange } from "../compare/api-change.ts";
import type { Need } from "./needs.ts";

const shownReasons = 3;
const shownSources = 5;

/** One changed name: its size, where it is, and why. */
export function changeLines({ packageName, subpath, name, size, why }: ApiChange): string[] {
  const reasons = why.slice(0, shownReasons).flatMap((reason) => reason.split("\n").map((line) => `       ${line}`));
  const more = why.length - shownReasons;
  return [
    `${size.padEnd(6)} ${packageName} ${subpath} ${name}`,
    ...reasons,
    ...(more > 0 ? [`       and ${more} more of this kind`] : []),
  ];
}

/** What a package lacks and how to give it. */
export function needLines(need: Need): string[] {
  const { packageName, group, size, given, apiChanges, sources, version } = need;
  const largest = apiChanges.some((change) => change.size === "major");
  const before1 = largest && size === "minor" ? ` (a major change is minor before 1.0; the version is ${version})` : "";
  const has = given === "none" ? "there is none for it" : `the new ones say ${given}`;
  const others = group.length > 1 ? ` (or another of its fixed group)` : "";
  const names = apiChanges.map(({ subpath, name }) => (subpath === "." ? name : `${subpath} ${name}`));
  return [
    `${packageName} needs a new changeset, ${size} or larger${before1}; ${has}`,
    ...(names.length > 0 ? [`  changed names: ${listed(names)}`] : []),
    ...(sources.length > 0 ? [`  changed sources: ${listed([...new Set(sources)])}`] : []),
    `  run: npx --yes pnpm@12.21.0 changeset`,
    `  choose ${packageName}${others} and ${size}, and say in plain words what users get or must do`,
    ...(apiChanges.length === 0
      ? ["  or, when users notice nothing of it: npx --yes pnpm@12.21.0 changeset --empty"]
      : []),
  ];
}

function listed(items: readonly string[]): string {
  const more = items.length - shownSources;
  return [...items.slice(0, shownSources), ...(more > 0 ? [`${more} more`] : [])].join(", ");
}
