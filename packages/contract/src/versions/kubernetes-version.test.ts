// Versions of Kubernetes in the order of Cluster API: releases, what comes before them, and the tags of builds.
import { expect, test } from "vitest";
import {
  compareReleases,
  compareSemantic,
  compareVersions,
  formatKubernetesVersion,
  parseKubernetesVersion,
} from "./kubernetes-version.ts";

test.each([
  ["v1.35.0", "v1.34.9", "greater"],
  ["1.35.0", "v1.35.0", "same"],
  ["v1.35.0-rc.1", "v1.35.0", "less"],
  ["v1.35.0-rc.2", "v1.35.0-rc.10", "less"],
  ["v1.35.0-rc.1", "v1.35.0-beta.9", "greater"],
  ["v1.35.0+build.2", "v1.35.0+build.1", "greater"],
  ["v1.35.0+one", "v1.35.0+other", "different"],
  ["v1.35.0+one", "v1.35.0", "greater"],
  ["v1.35.0", "v1.35.0+one", "less"],
  ["v1.35.0+one", "v1.35.0+one", "same"],
] as const)("%s to %s: %s", (one, other, want) => {
  const [first, second] = [parseKubernetesVersion(one), parseKubernetesVersion(other)];
  if (first === undefined || second === undefined) throw new Error("no version");
  expect(compareVersions(first, second)).toBe(want);
});

test("builds do not count in semantic versions, and what comes before a release does not count in numbers", () => {
  const [first, second] = [parseKubernetesVersion("v1.35.0-rc.1+a"), parseKubernetesVersion("v1.35.0-rc.1+b")];
  const release = parseKubernetesVersion("v1.35.0");
  if (first === undefined || second === undefined || release === undefined) throw new Error("no version");
  expect([compareSemantic(first, second), compareSemantic(first, release)]).toEqual(["same", "less"]);
  expect(compareReleases(first.numbers, release.numbers)).toBe("same");
});

test("a short version is filled up, and what is none is not parsed", () => {
  const version = parseKubernetesVersion("1.35");
  expect(version === undefined ? version : formatKubernetesVersion(version)).toBe("v1.35.0");
  expect(parseKubernetesVersion("latest")).toBeUndefined();
});
