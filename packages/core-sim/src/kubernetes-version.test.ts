// Versions of Kubernetes in the order of Cluster API: releases, what comes before them, and the tags of builds.
import { expect, test } from "vitest";
import { compareVersions, tolerantVersion } from "./kubernetes-version.ts";

test.each([
  ["v1.35.0", "v1.34.9", 1],
  ["1.35.0", "v1.35.0", 0],
  ["v1.35.0-rc.1", "v1.35.0", -1],
  ["v1.35.0-rc.2", "v1.35.0-rc.10", -1],
  ["v1.35.0-rc.1", "v1.35.0-beta.9", 1],
  ["v1.35.0+build.2", "v1.35.0+build.1", 1],
  ["v1.35.0+one", "v1.35.0+other", 1],
  ["v1.35.0+one", "v1.35.0+one", 0],
] as const)("%s to %s: %i", (one, other, want) => {
  const [first, second] = [tolerantVersion(one), tolerantVersion(other)];
  if (first === undefined || second === undefined) throw new Error("no version");
  expect(Math.sign(compareVersions(first, second))).toBe(want);
});

test("a version is shown without the prefix, and what is none is not parsed", () => {
  const version = tolerantVersion("v1.35.0-rc.1+build");
  expect(version?.text).toBe("1.35.0-rc.1+build");
  expect(tolerantVersion("latest")).toBeUndefined();
});
