// `capstan plan` where variables are declared otherwise than when calls were recorded: patches get the defaults that Cluster API would add.
import { afterEach, beforeEach, expect, test } from "vitest";
import { extensionSource, tapeOf } from "../../test/sized-extension.ts";
import { type Printed, TemporaryProject } from "../../test/temporary-project.ts";

let at: TemporaryProject;
beforeEach(async () => {
  at = new TemporaryProject();
  at.extension("size", { "src/extension.ts": withVariables(), "calls.tape": await tapeOf(["one"]) });
});
afterEach(() => at[Symbol.dispose]());

/** Patches that read the size of machines from a variable, or from a field of one, and a second handler that declares it. */
function withVariables(schema: object = { type: "integer", default: 3 }, read = "value"): string {
  const second = `"variables-v2": () => proceed({ variables: [{ name: "size", required: false, schema: { openAPIV3Schema: ${JSON.stringify(schema)} } }] }),`;
  return extensionSource()
    .replace("({ items }) =>", "({ items, variables }) =>")
    .replace("size: 2 ", `size: variables?.find(({ name }) => name === "size")?.${read} ?? 2 `)
    .replace("discoverVariables: {", `discoverVariables: { ${second}`);
}

/** The tape, with a value of the variable in its request. */
async function tapeWith(value: unknown): Promise<string> {
  const variable = JSON.stringify({ name: "size", value });
  return (await tapeOf(["one"])).replace('"variables":[', `"variables":[${variable},`);
}

const switched = (): Promise<Printed> =>
  at.capstan(["plan", "--switch", "variables-v1=variables-v2", "--against", "calls.tape"]);

test("patches get the default of a variable that the Cluster does not set", async () => {
  const { code, text } = await switched();
  expect(code).toBe(1);
  expect(text).toContain("/spec/template/spec/size: 2 -> 3\n  rolls machines: yes, because");
  expect(text).toContain("warning plan/other-answer: variables-v2 (in place of variables-v1) of DiscoverVariables");
  expect(text).not.toContain("plan/same-variables");
});

test("a value that the Cluster has stays: a default that was once added is one of its values", async () => {
  at.write({ "calls.tape": await tapeWith(2) });
  expect((await switched()).text).toContain("changed: 0; replacing machines: 0\n");
});

test("a field of a value gets the default that is declared for it now", async () => {
  const schema = { type: "object", properties: { machine: { type: "integer", default: 4 } } };
  at.write({ "src/extension.ts": withVariables(schema, "value?.machine"), "calls.tape": await tapeWith({}) });
  expect((await switched()).text).toContain("/spec/template/spec/size: 2 -> 4\n  rolls machines: yes, because");
});

test("a patch that has other settings, or variables that the handler did not declare, has another handler of variables", async () => {
  const [header = "", patches = "", ...rest] = (await tapeOf(["one"])).split("\n");
  const withSettings = patches.replace('"request":{', '"request":{"settings":{"a":"b"},');
  for (const call of [withSettings, patches.replace('"variables":[', '"variables":[{"name":"other","value":1},')]) {
    at.write({ "calls.tape": [header, call, ...rest].join("\n") });
    expect((await switched()).text).toContain("changed: 0; replacing machines: 0\n");
  }
});

test("a default that was declared and is not in the request shows that a patch has another handler of variables", async () => {
  const declared = '"schema":{"openAPIV3Schema":{"type":"integer"';
  const tape = (await tapeOf(["one"])).replace(declared, `${declared},"default":1`);
  at.write({ "calls.tape": tape });
  expect((await switched()).text).toContain("changed: 0; replacing machines: 0\n");
});

test("a variable that is not declared any more is not sent", async () => {
  at.write({
    "src/extension.ts": withVariables().replace(
      /"variables-v2": \(\) => proceed\(\{ variables: \[.*?\] \}\),/,
      '"variables-v2": () => proceed({ variables: [] }),',
    ),
    "calls.tape": await tapeWith(3),
  });
  // The recorded answer is what the handler makes without it.
  expect((await switched()).text).toContain("changed: 0; replacing machines: 0\n");
});

test("a tape without an answer of DiscoverVariables is a warning", async () => {
  const lines = (await tapeOf(["one"])).split("\n");
  at.write({ "calls.tape": lines.filter((line) => !line.includes('"DiscoverVariables"')).join("\n") });
  const { text } = await at.capstan(["plan", "--against", "calls.tape"]);
  expect(text).toContain("warning plan/variables-unknown: the tape has no answer of DiscoverVariables");
});

test("a patch whose variables no answer on the tape declares is a warning, and the others are not", async () => {
  const [header = "", patches = "", ...rest] = (await tapeOf(["one"])).split("\n");
  const withOther = (call: string): string =>
    call
      .replace('"handler":"patches-v1"', '"handler":"patches-v3"')
      .replace('"variables":[', '"variables":[{"name":"other","value":1},');
  const withSettings = withOther(patches)
    .replace('"variables":[{"name":"other","value":1},', '"variables":[')
    .replace('"request":{', '"request":{"settings":{"a":"b"},');
  for (const call of [withOther(patches), withSettings]) {
    at.write({
      "calls.tape": [header, patches, call, ...rest].join("\n"),
      "src/extension.ts": withVariables().replace(
        '"patches-v1":',
        '"patches-v3": () => proceed({ items: [] }), "patches-v1":',
      ),
    });
    const { text } = await at.capstan(["plan", "--against", "calls.tape"]);
    expect(text).toContain(
      "warning plan/variables-unknown: the tape has no answer of DiscoverVariables that declares the variables of patches-v3 for Cluster default/one, so it was answered with the variables that are on the tape\n",
    );
    expect(text.match(/plan\/variables-unknown:/g)).toHaveLength(1);
  }
});

test("of several handlers that may be the one of a patch, and declare different variables now, none counts, with a warning", async () => {
  const [header = "", patches = "", variables = "", ...rest] = (await tapeOf(["one"])).split("\n");
  const other = variables.replace('"variables-v1"', '"variables-v3"');
  at.write({
    "calls.tape": [header, patches, variables, other, ...rest].join("\n"),
    "src/extension.ts": withVariables().replace(
      "discoverVariables: {",
      'discoverVariables: { "variables-v3": () => proceed({ variables: [] }),',
    ),
  });
  const { text } = await switched();
  expect(text).toContain("changed: 0; replacing machines: 0\n");
  expect(text).toContain(
    "warning plan/same-variables: patches were answered with the variables that are on the tape, without what variables-v2 (in place of variables-v1) of DiscoverVariables would add as defaults: several handlers of variables may be the one of their patch\n",
  );
});
