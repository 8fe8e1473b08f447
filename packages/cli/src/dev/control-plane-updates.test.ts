// Updates of the control plane of dev that fail: each is shown, ends nothing, and the next one repeats it.
import { rmSync } from "node:fs";
import { join } from "node:path";
import { coreCrds } from "@capstan/api/crds";
import type { Diagnostic } from "@capstan/kube";
import { CustomResourceDefinition } from "@capstan/kube/builtin";
import { afterEach, beforeEach, expect, test } from "vitest";
import { emptyDescription } from "../../test/gate-project.ts";
import { TemporaryFolder } from "../../test/temporary-folder.ts";
import { projectPlace } from "../project/foreign-project.ts";
import { ControlPlaneUpdates } from "./control-plane-updates.ts";
import { startDevEnvironment, type DevEnvironment } from "./dev-environment.ts";

let at: TemporaryFolder;
let environment: DevEnvironment;
let shown: string[];
let stop: AbortController;
beforeEach(async () => {
  at = new TemporaryFolder();
  environment = await startDevEnvironment(projectPlace(at.root, at.root), [emptyDescription]);
  shown = [];
  stop = new AbortController();
  writeCrd("foos");
});
afterEach(async () => {
  await environment.stop();
  at[Symbol.dispose]();
});

const folder = (): string => join(at.root, "crds");

function writeCrd(plural: string): void {
  const [crd] = coreCrds();
  if (crd === undefined) throw new Error("there is no CRD");
  const kind = `Kind${plural}`;
  const names = { kind, plural, singular: plural, listKind: `${kind}List` };
  const definition = { ...crd, metadata: { name: `${plural}.a.b` }, spec: { ...crd.spec, group: "a.b", names } };
  at.write({ [`crds/${plural}.json`]: definition });
}

function updates(): ControlPlaneUpdates {
  const show = (diagnostics: readonly Diagnostic[]): void =>
    void shown.push(diagnostics.map(({ severity, code }) => `${severity} ${code}`).join(", ") || "right");
  return new ControlPlaneUpdates({
    place: { root: at.root },
    crds: folder(),
    terminal: { signal: stop.signal },
    report: { report: ({ diagnostics }) => show(diagnostics), shows: () => undefined },
    print: () => undefined,
  });
}

async function served(): Promise<readonly string[]> {
  const { items } = await environment.client.list(CustomResourceDefinition);
  return items.filter(({ spec }) => spec.group === "a.b").map(({ spec }) => spec.names.plural);
}

test("with a server that is down, it is shown until an update succeeds", async () => {
  const run = updates();
  const update = (): Promise<boolean> => run.update(environment, [emptyDescription]);
  expect(await update()).toBe(true);
  environment.server.faults?.inject({}, { cut: true });
  expect(await update()).toBe(false);
  environment.server.faults?.clear();
  expect(await update()).toBe(true);
  expect(shown).toEqual(["right", "error client/unreachable", "right"]);
});

test("a file that is half written is a warning, and what can be read is served", async () => {
  const run = updates();
  expect(await run.update(environment, [emptyDescription])).toBe(true);
  writeCrd("bars");
  at.write({ "crds/half.yaml": "apiVersion: [" });
  expect(await run.update(environment, [emptyDescription])).toBe(false);
  expect(await served()).toEqual(["bars", "foos"]);
  rmSync(join(folder(), "half.yaml"));
  expect(await run.update(environment, [emptyDescription])).toBe(true);
  expect(shown).toEqual(["right", "warning cli/crd", "right"]);
});

test("the first update throws: without it there is no control plane to go on with", async () => {
  at.write({ "crds/half.yaml": "apiVersion: [" });
  await expect(updates().update(environment, [emptyDescription])).rejects.toThrow("half.yaml");
  expect(shown).toEqual([]);
});

test("nothing is reported of an update that Ctrl-C ends", async () => {
  const run = updates();
  stop.abort();
  environment.server.faults?.inject({}, { cut: true });
  expect(await run.update(environment, [emptyDescription])).toBe(false);
  expect(shown).toEqual([]);
});
