// `capstan plan`: what is not compared, of the Clusters of a tape and of the CRDs of a project.
import { afterEach, beforeEach, expect, test } from "vitest";
import { extensionSource, tapeOf } from "../../test/sized-extension.ts";
import { type Printed, TemporaryProject } from "../../test/temporary-project.ts";

let at: TemporaryProject;
beforeEach(async () => {
  at = new TemporaryProject();
  at.extension("size", { "src/extension.ts": extensionSource(), "calls.tape": await tapeOf(["one"]) });
});
afterEach(() => at[Symbol.dispose]());

const plan = (): Promise<Printed> => at.capstan(["plan", "--against", "calls.tape"]);

test("a handler of which no answer is known for one of two Clusters is an error", async () => {
  const [header = "", one = "", two = "", ...rest] = (await tapeOf(["one", "two"])).split("\n");
  const failed = two.replace('"status":"Success"', '"status":"Failure","message":"no size"');
  at.write({ "calls.tape": [header, one, failed, ...rest].join("\n") });
  const { code, text } = await plan();
  expect(code).toBe(1);
  expect(text).toContain(
    "error plan/cluster-not-compared: no answer of patches-v1 was compared for Cluster default/two, so it is not known whether its machines would be replaced\n",
  );
  at.write({ "calls.tape": [header, one, failed, two, ...rest].join("\n") });
  const later = await plan();
  expect([later.code, later.text]).toEqual([0, expect.stringContaining("warning plan/not-compared: ")]);
});

test("a file in the folder of CRDs that has another kind is a warning", async () => {
  at.write({ "generated/crds/kustomization.yaml": "resources: []\n" });
  const { code, text } = await plan();
  expect([code, text]).toEqual([0, expect.stringContaining("warning cli/crd: ")]);
});
