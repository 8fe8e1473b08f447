// The releases of Cluster API that can be run: one of them by its version, with programs of its own, and the committed figures of each.
import { coreNamed, cores, coreVersion, defaultCore } from "@capstan/tool-control-plane/cores";
import { plannedPaths } from "@capstan/tool-control-plane/paths";
import { expect, it } from "vitest";
import { wrongHooks } from "./core-hooks.ts";
import { readHookSupport, withSupport } from "./hook-support.ts";

it("takes the default release where none is named", () => {
  expect(coreNamed(undefined)).toBe(defaultCore);
});

it.each(["1.13", "v1.13.4", "1.99.0", ""])("lists the releases there are where %j is none of them", (version) => {
  expect(() => coreNamed(version)).toThrow(
    /^no Cluster API ".*" can be built: --core takes one of 1\.14\.\d+, 1\.13\.\d+, 1\.12\.\d+$/,
  );
});

it.each(cores.slice(1))("gives $module managers and files of its own, on the same kube-apiserver", (core) => {
  const version = coreVersion(core);
  expect(coreNamed(version.slice(1))).toBe(core);
  const [newest, older] = [plannedPaths(), plannedPaths(core)];
  expect(older.programs["kube-apiserver"]).toBe(newest.programs["kube-apiserver"]);
  expect(older.programs["cluster-api-manager"]).not.toBe(newest.programs["cluster-api-manager"]);
  expect(older.releases).not.toBe(newest.releases);
  expect(older.versions).toEqual({ ...newest.versions, clusterApi: version });
});

it("has figures of each release, with the hooks that the table of releases names", () => {
  const support = readHookSupport();
  expect(Object.keys(support)).toEqual(cores.map(coreVersion));
  for (const [version, { calls, kubernetes }] of Object.entries(support)) {
    expect(wrongHooks(version, Object.keys(calls))).toEqual([]);
    expect(Math.min(...Object.values(calls))).toBeGreaterThan(0);
    expect(kubernetes).toBe(plannedPaths().versions.kubernetes);
  }
});

it("puts the figures of a run in place of those that the release had, the newest release first", () => {
  const core = (count: number): { readonly kubernetes: string; readonly calls: Readonly<Record<string, number>> } => ({
    kubernetes: "v1.36.3",
    calls: { UpdateMachine: count, Discovery: 1 },
  });
  const support = withSupport({ "v1.9.0": core(1), "v1.14.0": core(2) }, "v1.12.1", core(3));
  expect(Object.keys(support)).toEqual(["v1.14.0", "v1.12.1", "v1.9.0"]);
  expect(Object.keys(support["v1.12.1"]?.calls ?? {})).toEqual(["Discovery", "UpdateMachine"]);
  expect(withSupport(support, "v1.9.0", core(4))["v1.9.0"]).toEqual(core(4));
});
