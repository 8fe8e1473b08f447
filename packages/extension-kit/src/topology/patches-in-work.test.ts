// Patches that many calls make at once: how much of them there is at a time, and which call goes on.
import { hookCatalog } from "@capstan/api/catalog";
import { type KubeObject, type Resource, resourceOf } from "@capstan/kube";
import { expect, test } from "vitest";
import { defineExtension } from "../authoring/define-extension.ts";
import { callInProcess, requestItems, requestVariables } from "../testing/index.ts";
import { defineVariables } from "./define-variables.ts";
import { patchTemplates } from "./patch-templates.ts";
import { PatchesInWork } from "./patches-in-work.ts";

interface Call {
  readonly name: string;
  /** Characters of the patch of each of its templates. */
  readonly items: readonly number[];
  readonly signal?: AbortSignal;
}

const sum = (numbers: Iterable<number>): number => [...numbers].reduce((total, each) => total + each, 0);

/** The templates in the order of their patches, and the most characters that there were at once. */
class Record {
  readonly order: string[] = [];
  most = 0;
  readonly #inWork: PatchesInWork;
  readonly #made = new Map<string, number>();

  constructor(most: number) {
    this.#inWork = new PatchesInWork(most);
  }

  async call({ name, items, signal = new AbortController().signal }: Call): Promise<void> {
    let characters = 0;
    const patch = (item: number): number => {
      characters += item;
      this.order.push(name);
      this.#made.set(name, characters);
      this.most = Math.max(this.most, sum(this.#made.values()));
      return characters;
    };
    try {
      await this.#inWork.each({ items, signal, expected: () => sum(items), patch });
    } finally {
      this.#made.delete(name);
    }
  }
}

test("the oldest call goes on, and the others wait until it is answered", async () => {
  const record = new Record(10);
  const calls = ["a", "b", "c"].map((name) => record.call({ name, items: [10, 10, 10] }));
  await Promise.all(calls);
  expect(record.order.join("")).toBe("aaabbbccc");
  expect(record.most).toBe(30);
});

test("of those that wait, the one goes on first that is expected to make least", async () => {
  const record = new Record(15);
  const large = ["a", "b", "c", "d"].map((name) => record.call({ name, items: [5, 5, 5] }));
  await Promise.all([...large, record.call({ name: "s", items: [1] })]);
  const order = record.order.join("");
  expect(order.slice(0, 3)).toBe("abc");
  expect(order.indexOf("s")).toBeLessThan(order.indexOf("c", 3));
});

test("while all have place, they go on side by side, and unchanged templates take none", async () => {
  const record = new Record(10);
  await Promise.all(["a", "b"].map((name) => record.call({ name, items: Array<number>(3000).fill(0) })));
  expect(record.order).toHaveLength(6000);
  const later = new Record(10);
  await Promise.all([later.call({ name: "a", items: [9, 0] }), later.call({ name: "b", items: [1] })]);
  expect(later.most).toBe(10);
});

test("a call whose time is over leaves its place, whether it waits or works", async () => {
  const record = new Record(10);
  const [working, waiting] = [new AbortController(), new AbortController()];
  const patch = async (): Promise<void> => {
    const work = record.call({ name: "a", items: Array<number>(5).fill(20), signal: working.signal });
    working.abort();
    await expect(work).rejects.toThrow("aborted");
  };
  const first = patch();
  const second = record.call({ name: "b", items: [20], signal: waiting.signal });
  waiting.abort();
  await expect(second).rejects.toThrow("aborted");
  await first;
  await record.call({ name: "c", items: [20] });
  // The first may have begun before its time was over.
  expect(record.order.join("")).toMatch(/^a?c$/);
});

test("a call that fails leaves its place", async () => {
  const inWork = new PatchesInWork(10);
  const { signal } = new AbortController();
  const patch = (item: number): number => {
    if (item < 0) throw new Error("no patch");
    return item;
  };
  const failing = inWork.each({ items: [20, -1], signal, expected: () => 20, patch });
  const next = inWork.each({ items: [20], signal, expected: () => 20, patch });
  await expect(failing).rejects.toThrow("no patch");
  await next;
});

interface FooTemplate extends KubeObject<"example.dev/v1", "FooTemplate"> {
  spec: { image?: string };
}
const FooTemplate: Resource<FooTemplate> = resourceOf("example.dev/v1", "FooTemplate");
const variables = defineVariables({ image: { required: true, schema: { type: "string" } } });

test("many calls with large patches are answered, and do not take memory at the same time", async () => {
  let mostHeap = 0;
  const measure = (): number => (mostHeap = Math.max(mostHeap, process.memoryUsage().heapUsed));
  const extension = defineExtension({
    generatePatches: {
      images: {
        ...patchTemplates(variables).on(FooTemplate, (template, { image }) => {
          template.spec.image = image;
          measure();
        }),
        timeout: "30s",
      },
    },
  });
  const object: FooTemplate = { apiVersion: "example.dev/v1", kind: "FooTemplate", metadata: { name: "a" }, spec: {} };
  const items = requestItems(Array.from({ length: 110 }, () => ({ object })));
  const request = { items, variables: requestVariables({ image: "x".repeat(100_000) }) };
  measure();
  const before = mostHeap;
  const calls = Array.from({ length: 40 }, async () => {
    const { status, items: patched } = await callInProcess(extension, hookCatalog.GeneratePatches, { request });
    return [status, patched?.length];
  });
  expect(new Set((await Promise.all(calls)).map(String))).toEqual(new Set(["Success,110"]));
  // Side by side they took a thousand; the collector comes late.
  expect((mostHeap - before) / 2 ** 20).toBeLessThan(750);
});
