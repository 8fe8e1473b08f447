// `capstan plan` of several patches of one class, whose calls stand in any order on the tape.
import { defineExtension, type Extension, proceed } from "@capstan/extension-kit";
import { applyMergePatch, getAt } from "@capstan/kube";
import { afterEach, beforeEach, expect, test } from "vitest";
import { patchesSource, recordedCheck, recordedPatch } from "../../test/recorded-patches.ts";
import { emptyTemplate, tapeHeader } from "../../test/sized-extension.ts";
import { type Printed, TemporaryProject } from "../../test/temporary-project.ts";

let at: TemporaryProject;
beforeEach(() => {
  at = new TemporaryProject();
  at.extension("size", {});
});
afterEach(() => at[Symbol.dispose]());

function planOf(lines: readonly string[], source: string): Promise<Printed> {
  at.write({ "src/extension.ts": source, "calls.tape": [tapeHeader, ...lines, ""].join("\n") });
  return at.capstan(["plan", "--against", "calls.tape"]);
}

const imageOf = (template: unknown): string => String(getAt(template, ["metadata", "annotations", "image"]));

/** The first patch writes an image into an annotation, and the second one sets the one that it reads there. */
const recorded: Extension = defineExtension(
  {
    generatePatches: {
      "first-v1": ({ items }, { settings: { image } }) =>
        proceed({ items: items.map(({ uid }) => ({ uid, patch: { metadata: { annotations: { image } } } })) }),
      "second-v1": ({ items }) =>
        proceed({
          items: items
            .filter(({ object }) => object["kind"] === "FooMachineTemplate")
            .map(({ uid, object }) => ({
              uid,
              patch: { spec: { template: { spec: { image: imageOf(object) } } } },
            })),
        }),
    },
  },
  { name: "size", settings: { image: { default: "a" } } },
);

const second = `({ items }) => proceed({ items: items
      .filter(({ object }) => object.kind === "FooMachineTemplate")
      .map(({ uid, object }) => ({ uid, patch: { spec: { template: { spec: { image: object.metadata.annotations?.image } } } } })) })`;

/** The same, with another image where the settings have this one. */
function withImage(image: string, { inPlaceOf = "a", more = "" } = {}): string {
  const first = `({ items }, { settings }) => proceed({ items: items.map(({ uid }) => ({
      uid, patch: { metadata: { annotations: { image: settings.image === "${inPlaceOf}" ? "${image}" : settings.image } } } })) })`;
  return patchesSource({ "first-v1": first, "second-v1": second }, more).replace('default: ""', 'default: "a"');
}

/** A reconcile: the second patch gets what the first one makes. */
async function reconcile(
  settings?: Readonly<Record<string, string>>,
  variables = {},
): Promise<readonly [string, string]> {
  const first = await recordedPatch(recorded, { handler: "first-v1", ...(settings && { settings }), variables });
  const { line } = await recordedPatch(recorded, { handler: "second-v1", variables }, first.made);
  return [first.line, line];
}

const rolling = `FooMachineTemplate by second-v1
  /metadata/annotations/image: "a" -> "b"
  /spec/template/spec/image: "a" -> "b"
  rolls machines: yes, because `;

test.each([
  { name: "both in the order of the class", order: [0, 1] },
  { name: "several reconciles", order: [0, 1, 0, 1] },
  { name: "a recording that starts between both", order: [1, 0, 1, 0, 1] },
  { name: "one that has each call once, and starts between both", order: [1, 0] },
  { name: "one that ends between both", order: [1, 0, 1, 0] },
])("a patch gets what an earlier one makes: $name", async ({ order }) => {
  const lines = await reconcile();
  const { code, text } = await planOf(
    order.map((each) => lines[each] ?? ""),
    withImage("b"),
  );
  expect(text).toContain(rolling);
  expect(code).toBe(1);
  expect((await planOf(lines, withImage("a"))).text).toContain("changed: 0; replacing machines: 0\n");
});

test("settings of the class that change while it is recorded leave a patch where it is", async () => {
  const lines = [...(await reconcile({ image: "old" })), ...(await reconcile({ image: "new" }))];
  const { code, text } = await planOf(lines, withImage("x", { inPlaceOf: "new" }));
  expect(text).toContain('/spec/template/spec/image: "new" -> "x"\n');
  expect(text).not.toContain('"old"');
  expect(code).toBe(1);
});

/** Writes an image into machines, and labels a control plane that has no label; the recorded one leaves control planes alone. */
const sized: Extension = defineExtension(
  {
    generatePatches: {
      "first-v1": ({ items }, { settings: { image } }) =>
        proceed({
          items: items
            .filter(({ object }) => object["kind"] === "FooMachineTemplate" && image !== "")
            .map(({ uid }) => ({ uid, patch: { metadata: { annotations: { [image]: "set" } } } })),
        }),
    },
  },
  { name: "size", settings: { image: { default: "" } } },
);
const labelsOnce = patchesSource({
  "first-v1": `({ items }, { settings: { image } }) => {
      if (items.some(({ object }) => object.metadata.labels?.seen !== undefined)) return fail("it has its label now");
      return proceed({ items: items.map(({ uid, object }) => ({ uid, patch: { metadata: object.kind === "FooMachineTemplate"
        ? { annotations: { [image]: "set" } } : { labels: { seen: "yes" } } } })) });
    }`,
});

test("a patch is not sent what it has made with the settings before", async () => {
  const before = await recordedPatch(sized, { handler: "first-v1", settings: { image: "old" } });
  const after = await recordedPatch(sized, { handler: "first-v1", settings: { image: "new" } });
  const { code, text } = await planOf([before.line, after.line], labelsOnce);
  expect([code, text]).toEqual([0, expect.stringContaining("compared 2 answers with 4 templates; changed: 1;")]);
});

test("a handler that a class names twice is sent what the first of both makes", async () => {
  const first = await recordedPatch(sized, { handler: "first-v1", settings: { image: "one" } });
  const later = await recordedPatch(sized, { handler: "first-v1", settings: { image: "two" } }, first.made);
  const { code, text } = await planOf([later.line, first.line], labelsOnce);
  expect(code).toBe(1);
  expect(text).toContain("fails for Cluster default/one, and the recorded answer is no failure: it has its label now");
});

test("it is an error that the tape does not show which of two patches comes first, and one of them changes a template", async () => {
  const idle = await recordedPatch(sized, { handler: "first-v1" });
  const other = await recordedPatch(sized, { handler: "first-v1", settings: { other: "b" } });
  const source = (handler: string): string => patchesSource({ "first-v1": handler });
  const unchanged = await planOf([idle.line, other.line], source("() => proceed({ items: [] })"));
  expect([unchanged.code, unchanged.text]).toEqual([0, expect.stringContaining("changed: 0;")]);
  const labels =
    '({ items }) => proceed({ items: items.map(({ uid }) => ({ uid, patch: { metadata: { labels: { a: "b" } } } })) })';
  const { code, text } = await planOf([idle.line, other.line], source(labels));
  expect(code).toBe(1);
  expect(text).toContain(
    "error plan/order-unknown: first-v1 of GeneratePatches was not compared for Cluster default/one: the tape does not show whether first-v1 with other settings comes before it in the class, which makes another KubeadmControlPlaneTemplate now\n",
  );
});

test("the variables of a call show which call of an earlier patch has made its templates", async () => {
  const [first, later] = [await reconcile(undefined, { n: 1 }), await reconcile(undefined, { n: 2 })];
  const source = withImage("b")
    .replace("items }, {", "items, variables }, {")
    .replace('"b"', 'variables.find(({ name }) => name === "n").value === 2 ? "b" : "a"');
  const { code, text } = await planOf([later[1], first[1], later[0], first[0]], source);
  expect([code, text]).toEqual([1, expect.stringContaining(rolling)]);
  expect(text).not.toContain("plan/order-unknown");
});

test("it is an error that several calls have made a template, which make different ones now", async () => {
  const [one] = await reconcile(undefined, { n: 1 });
  const [two, second] = await reconcile(undefined, { n: 2 });
  const call = JSON.parse(second);
  call.request.variables = call.request.variables.filter(({ name }: { readonly name: string }) => name !== "n");
  const source = withImage("b")
    .replace("items }, {", "items, variables }, {")
    .replace('"b"', 'variables.find(({ name }) => name === "n").value === 1 ? "b" : "a"');
  const { code, text } = await planOf([one, two, JSON.stringify(call)], source);
  expect(code).toBe(1);
  expect(text).toContain(
    "error plan/order-unknown: second-v1 of GeneratePatches was not compared for Cluster default/one: several recorded calls of first-v1 have made its KubeadmControlPlaneTemplate, which make different ones now\n",
  );
});

test("a check is sent the templates as all patches make them now", async () => {
  const [firstLine, secondLine] = await reconcile();
  const first = await recordedPatch(recorded, { handler: "first-v1" });
  const { made } = await recordedPatch(recorded, { handler: "second-v1" }, first.made);
  const check = `
  validateTopology: { "check-v1": ({ items }) =>
    items.some(({ object }) => object.spec.template.spec.image === "b") ? fail("b is too old") : proceed() },`;
  const lines = [recordedCheck("check-v1", made), secondLine, firstLine];
  const allowed = await planOf(lines, withImage("c", { more: check }));
  expect(allowed.text).not.toContain("plan/fails");
  const { code, text } = await planOf(lines, withImage("b", { more: check }));
  expect(code).toBe(1);
  expect(text).toContain(
    "error plan/fails: check-v1 of ValidateTopology fails for Cluster default/one, and the recorded answer is no failure: b is too old\n",
  );
});

test("a template that patches of others have changed in between is a warning where an earlier patch makes another one", async () => {
  const first = await recordedPatch(recorded, { handler: "first-v1" });
  const [controlPlane, machine] = first.made.map((each) =>
    applyMergePatch(each, { metadata: { labels: { of: "others" } } }),
  );
  const templates = [controlPlane, machine].map((each) => Object.assign({ ...emptyTemplate("v1", "A") }, each));
  const second = await recordedPatch(recorded, { handler: "second-v1" }, templates);
  const lines = [first.line, second.line, recordedCheck("check-v1", second.made), ...(await reconcile())];
  const more = '\n  validateTopology: { "check-v1": () => proceed() },';
  expect((await planOf(lines, withImage("a", { more }))).text).not.toContain("plan/same-templates");
  const { text } = await planOf(lines, withImage("b", { more }));
  expect(text).toContain(
    "warning plan/same-templates: second-v1 of GeneratePatches was answered for Cluster default/one with the KubeadmControlPlaneTemplate that is on the tape, without what first-v1 changes of it now\n",
  );
  // Also where nothing on the tape shows which of both comes first.
  const alone = await planOf([first.line, second.line], withImage("b"));
  expect(alone.text).toContain("warning plan/same-templates: second-v1 of GeneratePatches");
});

/** Writes the image of its settings into machines under a name of its own. */
const machinesOnly = (handler: string): Extension =>
  defineExtension(
    {
      generatePatches: {
        [handler]: ({ items }) =>
          proceed({
            items: items
              .filter(({ object }) => object["kind"] === "FooMachineTemplate")
              .map(({ uid }) => ({ uid, patch: { metadata: { annotations: { by: handler } } } })),
          }),
      },
    },
    { name: "size" },
  );

test("a handler that a class has named in place of another one is not sent what that one makes", async () => {
  const before = await recordedPatch(machinesOnly("first-v1"), { handler: "first-v1" });
  const after = await recordedPatch(machinesOnly("second-v1"), { handler: "second-v1" });
  const source = (image: string): string => {
    const handler = (name: string): string =>
      `({ items }) => proceed({ items: items.map(({ uid, object }) => ({ uid, patch: object.kind === "FooMachineTemplate"
        ? { metadata: { annotations: { by: "${name}" } } } : { metadata: { labels: { image: "${image}" } } } })) })`;
    return patchesSource({ "first-v1": handler("first-v1"), "second-v1": handler("second-v1") });
  };
  const { text } = await planOf([before.line, after.line], source("b"));
  expect(text).toContain("compared 2 answers with 4 templates; changed: 2;");
  expect(text).not.toContain("plan/order-unknown");
  expect(text).not.toContain("plan/same-templates");
});
