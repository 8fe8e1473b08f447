// The releases of Cluster API that can be run: one of them by its version, with programs of its own.
import { coreNamed, cores, coreVersion, defaultCore } from "@capstan/tool-control-plane/cores";
import { plannedPaths } from "@capstan/tool-control-plane/paths";
import { expect, it } from "vitest";

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
