// Objects made of templates, as core makes them.
import { describe, expect, it } from "vitest";
import { clonedFrom, cloneTemplate } from "./clone-template.ts";

const template = (spec?: object, kind = "FooMachineTemplate") => ({
  apiVersion: "g.io/v1",
  kind,
  metadata: { name: "t", namespace: "n", uid: "1", finalizers: ["f"], annotations: { own: "no" } },
  ...(spec && { spec }),
});
const options = { name: "m", namespace: "ns" };
const cloned = {
  "cluster.x-k8s.io/cloned-from-name": "t",
  "cluster.x-k8s.io/cloned-from-groupkind": "FooMachineTemplate.g.io",
};

describe("cloneTemplate", () => {
  it("copies spec.template and puts its own metadata on top", () => {
    const from = template({
      template: { metadata: { labels: { a: "1", b: "1" }, annotations: { c: "1" } }, spec: { size: "L", list: [1] } },
    });
    const owner = { apiVersion: "cluster.x-k8s.io/v1beta2", kind: "Machine", name: "m", uid: "2" };
    const object = cloneTemplate(from, { ...options, labels: { b: "2" }, annotations: { d: "2" }, owner });
    expect(object).toEqual({
      apiVersion: "g.io/v1",
      kind: "FooMachine",
      metadata: {
        name: "m",
        namespace: "ns",
        labels: { a: "1", b: "2" },
        annotations: { c: "1", d: "2", ...cloned },
        ownerReferences: [owner],
      },
      spec: { size: "L", list: [1] },
    });
    expect((object["spec"] as { list: unknown }).list).not.toBe(
      (from as never as { spec: { template: { spec: { list: unknown } } } }).spec.template.spec.list,
    );
  });

  it("tolerates a template without content", () => {
    const want = { apiVersion: "g.io/v1", kind: "FooMachine", metadata: { ...options, annotations: cloned } };
    expect([cloneTemplate(template(), options), cloneTemplate(template({}), options)]).toEqual([want, want]);
  });

  it.each([
    [template({}, "FooMachine"), "FooMachine t is not a template: its kind does not end in Template"],
    [template({ template: "x" }), "FooMachineTemplate t is not a template: spec.template is not an object"],
  ])("rejects %j", (from, text) => {
    expect(() => cloneTemplate(from, options)).toThrow(text);
    expect(() => cloneTemplate(from, options)).toThrow(
      expect.objectContaining({ code: "contract/not-a-template" }) as Error,
    );
  });

  it.each(["x", null, { labels: "x", annotations: [1] }])("has nothing of metadata such as %j", (metadata) => {
    const object = cloneTemplate(template({ template: { metadata, status: {} } }), options);
    expect(object).toEqual({
      apiVersion: "g.io/v1",
      kind: "FooMachine",
      metadata: { ...options, annotations: cloned },
      status: {},
    });
  });

  it("names a template without a name as nothing", () => {
    const { "cluster.x-k8s.io/cloned-from-name": name } = clonedFrom({ ...template(), metadata: {} });
    expect(name).toBe("");
    expect(() => cloneTemplate({ apiVersion: "v1", kind: "Foo", metadata: {} }, options)).toThrow(
      "Foo  is not a template",
    );
  });
});
