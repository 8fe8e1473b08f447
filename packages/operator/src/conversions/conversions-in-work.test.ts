// What conversions have made of many reviews at once: how much there is at a time, and which reviews go on.
import { setImmediate as nextTurn } from "node:timers/promises";
import type { Converter } from "@capstan/contract/codegen/v1";
import type { KubeObject } from "@capstan/kube";
import type { Route, ServeRequest } from "@capstan/serve";
import { expect, test } from "vitest";
import { conversionRoute } from "./conversion-webhook.ts";
import { ConversionsInWork, conversionsInWork } from "./conversions-in-work.ts";
import { convertibleRoute } from "./convertible.ts";

interface Review {
  readonly name: string;
  /** The bytes of the review. */
  readonly own: number;
  /** Bytes that are made of each of its objects. */
  readonly objects: readonly number[];
  readonly namespace?: string;
  readonly signal?: AbortSignal;
}

/** The objects in the order in which they were made, and the most bytes that there were at once beyond those of the reviews. */
class Record {
  readonly kept: string[] = [];
  tries = 0;
  most = 0;
  readonly #inWork: ConversionsInWork;
  readonly #beyond = new Map<string, number>();

  constructor(most: number, small = 0, reserve = 0, ownersReserve = 0) {
    this.#inWork = new ConversionsInWork({ most, small, reserve, ownersReserve });
  }

  async review({ name, own, objects, namespace = "", signal = new AbortController().signal }: Review): Promise<void> {
    let bytes = 0;
    const work = (object: number): number => ((this.tries += 1), object);
    await this.#inWork.answer({ bytes: own, namespace: () => namespace }, async (made) => {
      for (const object of objects) {
        bytes += await made.make({ work: () => work(object), bytesOf: (size) => size, turn: { signal } });
        this.kept.push(name);
        this.#beyond.set(name, Math.max(0, bytes - own));
        this.most = Math.max(
          this.most,
          [...this.#beyond.values()].reduce((sum, each) => sum + each, 0),
        );
        await nextTurn();
      }
    });
    this.#beyond.delete(name);
  }
}

test("reviews that grow have the limit together, and the oldest goes on beyond it", async () => {
  const record = new Record(10);
  await Promise.all(["a", "b", "c"].map((name) => record.review({ name, own: 0, objects: [10, 10, 10] })));
  expect(record.kept.join("")).toBe("aaabbbccc");
  expect(record.most).toBe(30);
});

test("a review that makes no more than its own bytes waits for nobody", async () => {
  const record = new Record(10);
  const grown = ["a", "b"].map((name) => record.review({ name, own: 0, objects: Array<number>(50).fill(10) }));
  await record.review({ name: "-", own: 100, objects: Array<number>(20).fill(5) });
  // In turns with the others.
  expect(record.kept.filter((name) => name === "b")).toEqual([]);
  expect(record.kept.filter((name) => name === "a").length).toBeLessThan(50);
  await Promise.all(grown);
});

test("a review that grows little goes on in the reserve", async () => {
  const record = new Record(10, 2, 4);
  const grown = ["a", "b"].map((name) => record.review({ name, own: 0, objects: Array<number>(50).fill(10) }));
  await record.review({ name: "-", own: 10, objects: [6, 6] });
  expect(record.kept.filter((name) => name === "a").length).toBeLessThan(50);
  await Promise.all(grown);
});

test("reviews of one namespace, however many, do not stop that of another", async () => {
  const record = new Record(10, 2, 4, 20);
  const many = [10, 2, 2, 2, 2, 10, 10].map((bytes, index) =>
    record.review({ name: `a${index}`, own: 0, objects: Array<number>(50).fill(bytes), namespace: "many" }),
  );
  await record.review({ name: "-", own: 0, objects: [9, 9], namespace: "other" });
  expect(record.kept.filter((name) => name === "a0").length).toBeLessThan(50);
  await Promise.all(many);
});

test("what has no place is dropped, and made once more when there is", async () => {
  const record = new Record(10);
  await Promise.all(["a", "b"].map((name) => record.review({ name, own: 0, objects: [6, 6, 6] })));
  expect(record.kept.join("")).toBe("aaabbb");
  expect(record.most).toBe(18);
  // The first object of the second review.
  expect(record.tries).toBe(7);
});

test("a review whose caller leaves gives back what it has made", async () => {
  const record = new Record(10);
  const left = new AbortController();
  const first = record.review({ name: "a", own: 0, objects: Array<number>(1000).fill(10), signal: left.signal });
  const second = record.review({ name: "b", own: 0, objects: [10], signal: left.signal });
  const third = record.review({ name: "c", own: 0, objects: [10] });
  setImmediate(() => left.abort(new Error("it has left")));
  const ended = await Promise.allSettled([first, second]);
  expect(ended.map(({ status }) => status)).toEqual(["rejected", "rejected"]);
  await third;
  expect(record.kept).toContain("c");
  expect(record.kept).not.toContain("b");
});

test("what is made meanwhile is given back, and a review counts until it is answered", async () => {
  const inWork = new ConversionsInWork({ most: 10 });
  const piece = (bytes: number) => ({ work: () => bytes, bytesOf: (size: number) => size, turn: {} });
  const counted: number[] = [];
  await inWork.answer({ bytes: 5, namespace: () => "" }, async (made) => {
    await made.make(piece(7));
    counted.push(inWork.made);
    await made.during(async () => {
      await made.make(piece(4));
      counted.push(inWork.made);
    });
    counted.push(inWork.made);
  });
  counted.push(inWork.made);
  await nextTurn();
  expect([...counted, inWork.made]).toEqual([2, 6, 2, 2, 0]);
});

/** An object of the older version gets so many bytes in the hub. */
const grown = 400_000;
/** The most that all reviews had made at once. */
let mostMade = 0;
const foo: Converter = {
  group: "example.org",
  kind: "Foo",
  hub: "example.org/v2",
  versions: ["example.org/v1", "example.org/v2"],
  convert({ kind, metadata }: KubeObject, apiVersion: string) {
    mostMade = Math.max(mostMade, conversionsInWork.made);
    return { apiVersion, kind, metadata, ...(apiVersion === "example.org/v2" ? { text: "x".repeat(grown) } : {}) };
  },
};
const object = (namespace: string): object => ({
  apiVersion: "example.org/v1",
  kind: "Foo",
  metadata: { name: "a", namespace },
});
const list = (namespace: string, objects = 20): object => ({
  kind: "ConversionReview",
  apiVersion: "apiextensions.k8s.io/v1",
  request: {
    uid: "1",
    desiredAPIVersion: "example.org/v2",
    objects: Array.from({ length: objects }, () => object(namespace)),
  },
});
const write = (namespace: string): object => ({
  kind: "AdmissionReview",
  apiVersion: "admission.k8s.io/v1",
  request: {
    uid: "1",
    kind: { group: "example.org", version: "v1", kind: "Foo" },
    namespace,
    object: object(namespace),
  },
});

/** Answers a review, and returns the JSON of the answer. */
async function answerOf(route: Route, review: object): Promise<string> {
  const body = Buffer.from(JSON.stringify(review));
  // The routes read nothing else of a request.
  const request = { body: async () => body, signal: new AbortController().signal } as unknown as ServeRequest;
  const { body: answer } = await route.handle(request);
  return answer instanceof Uint8Array ? Buffer.from(answer).toString() : String(answer);
}

test.each([
  {
    name: "lists",
    route: conversionRoute([foo]),
    review: list,
    want: '"status":"Success"',
    least: 20 * grown,
    calls: 30,
  },
  { name: "writes", route: convertibleRoute([foo]), review: write, want: '"allowed":true', least: 0, calls: 120 },
])("many $name that grow, in one namespace, are all answered in full, and those of others first", async (kind) => {
  const { route, review, want, least, calls } = kind;
  mostMade = 0;
  let answered = 0;
  const check = async (): Promise<void> => {
    const text = await answerOf(route, review("many"));
    answered += 1;
    expect(text).toContain(want);
    expect(text.length).toBeGreaterThan(least);
  };
  const all = Array.from({ length: calls }, check);
  await nextTurn();
  const other = await answerOf(route, kind.review === list ? list("other", 1) : write("other"));
  expect(other).toContain(want);
  expect(answered).toBeLessThan(calls / 2);
  await Promise.all(all);
  // The limit, and one answer of the oldest.
  expect(mostMade).toBeGreaterThan(15 * 2 ** 20);
  expect(mostMade).toBeLessThan(16 * 2 ** 20 + 21 * grown);
  await nextTurn();
  expect(conversionsInWork.made).toBe(0);
});

test("what a conversion reports is counted once, also where it is made again", async () => {
  const times: number[] = [];
  const reporting: Converter = {
    ...foo,
    convert(one, apiVersion, context) {
      context?.report?.({ severity: "warning", code: "conversion/data-unreadable", message: "unreadable" });
      return foo.convert(one, apiVersion, context);
    },
  };
  const route = conversionRoute([reporting], { report: (problem) => void times.push(problem.times) });
  await Promise.all(Array.from({ length: 10 }, () => answerOf(route, list("many"))));
  expect(times).toEqual(Array(10).fill(20));
});
