// The sizes of a change, in order, and what a version makes of them.
import { major } from "semver";

/** From no change at all to one that may break its users. */
export type Size = "none" | "patch" | "minor" | "major";

const order: readonly Size[] = ["none", "patch", "minor", "major"];

/** Whether `size` is as large as `wanted`, or larger. */
export function atLeast(size: Size, wanted: Size): boolean {
  return order.indexOf(size) >= order.indexOf(wanted);
}

/** The largest of some sizes. */
export function largest(sizes: readonly Size[]): Size {
  return sizes.reduce((most, size) => (atLeast(size, most) ? size : most), "none");
}

/** What a changeset must say: before 1.0 a minor version may break. */
export function demandedSize(size: Size, version: string): Size {
  return size === "major" && major(version) === 0 ? "minor" : size;
}
