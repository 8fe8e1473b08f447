// `capstan plan --switch`: what it means for the machines that a ClusterClass names another generation of a handler.
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { schemaProblems } from "../../test/json-schema.ts";
import { extensionSource, tapeOf } from "../../test/sized-extension.ts";
import { type Printed, TemporaryProject } from "../../test/temporary-project.ts";

let at: TemporaryProject;
beforeEach(async () => {
  at = new TemporaryProject();
  at.extension("size", { "src/extension.ts": withSecond("3"), "calls.tape": await tapeOf(["one"]) });
});
afterEach(() => at[Symbol.dispose]());

/** Two generations, of which the second one sets another size of machines. */
function withSecond(size: string): string {
  const more = `
    "patches-v2": ({ items }) => proceed({
      items: items.filter(({ object }) => object.kind === "FooMachineTemplate").map(({ uid }) => ({
        uid,
        patch: { metadata: { labels: { v: "a" } }, spec: { template: { spec: { size: ${size} } } } },
      })),
    }),`;
  return extensionSource({ more });
}

const plan = (...more: string[]): Promise<Printed> => at.capstan(["plan", "--against", "calls.tape", ...more]);
const switched = (...more: string[]): Promise<Printed> =>
  at.capstan(["plan", "--switch", "patches-v1=patches-v2", "--against", "calls.tape", ...more]);

const rule =
  "a template with another spec gets another name, and a MachineDeployment replaces the machines of the one before: FooMachine is not up-to-date";

describe("a switch", () => {
  test("says what rolls, with both names and help of its own; without it nothing does", async () => {
    expect((await plan()).text).toContain("changed: 0; replacing machines: 0");
    const { code, text } = await switched();
    expect(code).toBe(1);
    expect(text).toContain("comparing the handlers of <root> with calls.tape, patches-v2 in place of patches-v1\n");
    expect(text).toContain(
      `MachineDeployment default/one-md of Cluster default/one, FooMachineTemplate by patches-v2 (in place of patches-v1)
  /spec/template/spec/size: 2 -> 3
  rolls machines: yes, because ${rule}
compared 2 answers with 2 templates; changed: 2; replacing machines: 1
`,
    );
    expect(text).toContain(
      `error plan/switch-rolls: MachineDeployment default/one-md of Cluster default/one: patches-v2 (in place of patches-v1) replaces machines by a change of its FooMachineTemplate: /spec/template/spec/size (${rule})
  help: let the ClusterClass name it when these machines may be replaced, or allow it with a reason: --allow MachineDeployment/default/one-md=REASON`,
    );
  });

  test("rolls nothing where both make the same machines, and can be allowed where not", async () => {
    const allowed = await switched("--allow", "/spec/template/spec/size=larger machines are wanted");
    expect([allowed.code, allowed.text]).toEqual([0, expect.stringContaining("info plan/allowed: MachineDeployment")]);
    at.write({ "src/extension.ts": withSecond("2") });
    const { code, text } = await switched();
    expect([code, text]).toEqual([0, expect.stringContaining("changed: 1; replacing machines: 0\n")]);
  });

  test("does not need the recorded handler, and says that the other one fails", async () => {
    at.write({ "src/extension.ts": extensionSource({ size: "3" }).replace("patches-v1", "patches-v2") });
    expect((await plan()).text).toContain("error plan/no-handler");
    expect((await switched()).text).toContain("error plan/switch-rolls");
    const failing = '"patches-v2": () => { throw new Error("no quota"); },';
    at.write({ "src/extension.ts": extensionSource({ more: failing }) });
    expect((await switched()).text).toContain(
      "error plan/fails: patches-v2 (in place of patches-v1) of GeneratePatches fails for Cluster default/one, and the recorded answer is no failure: ",
    );
  });

  test("of which each recorded answer is a failure is an error", async () => {
    const [header = "", line = "", ...rest] = (await tapeOf(["one"])).split("\n");
    const failed = line.replace('"status":"Success"', '"status":"Failure","message":"no quota"');
    at.write({ "calls.tape": [header, failed, ...rest].join("\n") });
    const { code, text } = await switched();
    expect(code).toBe(1);
    expect(text).toContain(
      "error plan/switch-not-compared: no answer of patches-v2 was compared with one of patches-v1 on the tape calls.tape, so nothing is known of the switch\n",
    );
    const without = await plan();
    expect(without.code).toBe(1);
    expect(without.text).toContain(
      "error plan/patches-not-compared: the tape calls.tape has calls of GeneratePatches, and none of them was compared\n",
    );
  });

  test("takes names with that of the ExtensionConfig, as a ClusterClass has them, and blanks around names", async () => {
    const { code, text } = await plan("--switch", " patches-v1.size = patches-v2.size");
    expect(code).toBe(1);
    expect(text).toContain("comparing the handlers of <root> with calls.tape, patches-v2 in place of patches-v1\n");
    expect(text).toContain("error plan/switch-rolls");
  });

  test("names the Cluster for which there is no call of the first handler", async () => {
    const [header = "", one = "", ...rest] = (await tapeOf(["one", "two"])).split("\n");
    at.write({ "calls.tape": [header, one.replace('"patches-v1"', '"patches-v0"'), ...rest].join("\n") });
    expect((await switched("--cluster", "default/one")).text).toContain(
      "error plan/switch-not-recorded: the tape calls.tape has no call of a handler patches-v1 for Cluster default/one, which --switch names; it has patches-v0, variables-v1\n",
    );
  });

  test("is in the document, with the name of the recorded handler", async () => {
    const document = JSON.parse((await switched("--format", "json")).text);
    expect(schemaProblems(document)).toEqual([]);
    expect(document.rollouts).toContainEqual(
      expect.objectContaining({ handler: "patches-v1", switchedTo: "patches-v2", rolls: true }),
    );
  });
});

test.each([
  {
    of: "patches-v0=patches-v2",
    problem:
      "error plan/switch-not-recorded: the tape calls.tape has no call of a handler patches-v0, which --switch names; it has patches-v1, variables-v1\n",
  },
  {
    of: "patches-v1=patches-v3",
    problem: `error plan/switch-no-handler: the project has no handler patches-v3, which --switch names in place of patches-v1
  help: name a handler of GeneratePatches of the project: patches-v1, patches-v2`,
  },
  {
    of: "patches-v1=variables-v1",
    problem:
      "error plan/switch-other-hook: --switch names variables-v1 in place of patches-v1, which is a handler of GeneratePatches, and variables-v1 is one of DiscoverVariables\n",
  },
])("$of is an error of its own", async ({ of, problem }) => {
  const { code, text } = await plan("--switch", of);
  expect(code).toBe(1);
  expect(text).toContain(problem);
});

test.each([["patches-v2"], ["=patches-v2"], ["patches-v1="], ["a=b=c"], ["a=a"], ["a=b", "a=c"]])(
  "%s is a mistake on the command line",
  async (...given) => {
    const { code, text } = await plan("--switch", ...given);
    expect(code).toBe(2);
    expect(text).toMatch(/error cli\/usage: --switch (is "[^"]+": write two handlers of one hook|names a twice)/);
  },
);
