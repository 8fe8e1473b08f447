// Where `--managers` takes Cluster API's managers from without a folder: Capstan's cache, when it is complete and nobody else can change it. What `--real` says about it.
import { chmodSync, mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { managerFiles, managersHint } from "./manager-files.ts";

const release = "v1.14.0";
const programs = ["cluster-api-manager", "kubeadm-bootstrap-manager", "kubeadm-control-plane-manager"];
const components: Readonly<Record<string, string>> = {
  "cluster-api": "core-components.yaml",
  "bootstrap-kubeadm": "bootstrap-components.yaml",
  "control-plane-kubeadm": "control-plane-components.yaml",
};

let root: string;
let env: { readonly CAPSTAN_CACHE: string };
let paths: string;

beforeEach(() => {
  root = realpathSync(mkdtempSync(join(tmpdir(), "capstan-manager-files-")));
  env = { CAPSTAN_CACHE: join(root, "cache") };
  paths = join(root, "cache/control-plane/paths.json");
  mkdirSync(join(root, "cache/control-plane"), { recursive: true });
  mkdirSync(join(root, "bin"));
  for (const name of programs) writeFileSync(join(root, "bin", name), "", { mode: 0o755 });
  for (const [label, file] of Object.entries(components)) {
    mkdirSync(join(root, "releases", label, release), { recursive: true });
    writeFileSync(join(root, "releases", label, release, file), "");
  }
});
afterEach(() => rmSync(root, { recursive: true }));

/** What the build writes about the files above. */
function built(): void {
  const named = Object.fromEntries(programs.map((name) => [name, join(root, "bin", name)]));
  const versions = { kubernetes: "v1.36.3", clusterApi: release };
  writeFileSync(paths, JSON.stringify({ programs: named, releases: join(root, "releases"), versions }));
}

test("the cache has the programs and the components of its release, each by its real path", () => {
  built();
  rmSync(join(root, "bin/cluster-api-manager"));
  writeFileSync(join(root, "other"), "");
  symlinkSync(join(root, "other"), join(root, "bin/cluster-api-manager"));
  const files = managerFiles({}, env);
  expect(files.place).toBe("Capstan's cache (v1.14.0)");
  expect([...programs, ...Object.values(components)].map((name) => files.pathOf(name))).toEqual([
    join(root, "other"),
    ...programs.slice(1).map((name) => join(root, "bin", name)),
    ...Object.entries(components).map(([label, file]) => join(root, "releases", label, release, file)),
  ]);
  expect(managersHint(env)).toBe(
    "Cluster API's own managers are in Capstan's cache (v1.14.0): --managers runs them in place of the simulation",
  );
});

test("of a cache that lacks some, the missing are named, and what to do", () => {
  built();
  rmSync(join(root, "bin/kubeadm-bootstrap-manager"));
  rmSync(join(root, "releases/cluster-api"), { recursive: true });
  const message = `${paths} of Capstan's cache has no core-components.yaml, kubeadm-bootstrap-manager`;
  const help =
    'name a folder with all of them, as "npx capstan explain dev/no-managers" describes it: --managers <folder>; or in a checkout of Capstan build them once with "node tools/control-plane/build.ts"';
  expect(() => managerFiles({}, env)).toThrow(
    expect.objectContaining({ code: "dev/no-cached-managers", message, help }),
  );
  expect(managersHint(env)).toBe(
    `Cluster API's own managers in Capstan's cache are not complete, or not safe to run: ${message}; ${help}`,
  );
});

test.each(["", "{}", "null", '{"programs":{}}', '{"releases":"."}'])(
  "where nothing was built (%j), it is about a folder",
  (content) => {
    if (content !== "") writeFileSync(paths, content);
    expect(() => managerFiles({}, env)).toThrow("of Capstan's cache has no cluster-api-manager, core-components.yaml,");
    expect(managersHint(env)).toBe(
      "Cluster API's own managers run with --managers <folder>: npx capstan explain dev/no-managers says what the folder has, and where to get it",
    );
  },
);

const changeable = [
  "cache",
  "cache/control-plane/paths.json",
  "bin",
  "bin/cluster-api-manager",
  "releases/cluster-api",
  `releases/bootstrap-kubeadm/${release}/bootstrap-components.yaml`,
];

test.each(changeable)("nothing of the cache is run when all users may write to %s", (name) => {
  built();
  const place = join(root, name);
  chmodSync(place, 0o777);
  const message = `the managers of ${paths} are not run, because ${place} can be changed by other users (mode 0777)`;
  expect(() => managerFiles({}, env)).toThrow(expect.objectContaining({ code: "dev/foreign-managers", message }));
  expect(managersHint(env)).toContain(`${message}; name a folder that you trust: --managers <folder>;`);
});
