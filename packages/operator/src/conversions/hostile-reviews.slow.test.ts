// Reviews as large as callers may send, of which nothing is an object: a field takes four bytes, and there is one in four. None holds the event loop, and none costs
// more than some readings of its bytes.
import type { Converter } from "@capstan/contract/codegen/v1";
import type { KubeObject } from "@capstan/kube";
import type { Route, ServeRequest } from "@capstan/serve";
import { expect, test } from "vitest";
import { conversionRoute } from "./conversion-webhook.ts";
import { convertibleRoute } from "./convertible.ts";

const foo: Converter = {
  group: "example.org",
  kind: "Foo",
  hub: "example.org/v2",
  versions: ["example.org/v1", "example.org/v2"],
  convert: (object: KubeObject, apiVersion: string) => ({ ...object, apiVersion }),
};
const routes = { conversion: conversionRoute([foo]), convertible: convertibleRoute([foo]) };

const mebibyte = 1024 * 1024;
const fields = (mebibytes: number, field: string): string =>
  `{${field.repeat(Math.floor((mebibytes * mebibyte) / field.length))}"x":1}`;
const list = (...elements: readonly string[]): string =>
  `{"kind":"ConversionReview","apiVersion":"apiextensions.k8s.io/v1","request":{"uid":"1","desiredAPIVersion":"example.org/v2","objects":[${elements.join(",")}]}}`;
const write = (object: string): string =>
  `{"kind":"AdmissionReview","apiVersion":"admission.k8s.io/v1","request":{"uid":"1","kind":{"group":"example.org","version":"v1","kind":"Foo"},"object":${object},"oldObject":${object}}}`;

interface Cost {
  /** The milliseconds of the longest turn of the event loop, and the seconds of all, in processor time. */
  readonly longest: number;
  readonly seconds: number;
  readonly text: string;
}

async function costOf(route: Route, body: Buffer): Promise<Cost> {
  let [longest, last, isRunning] = [0, process.threadCpuUsage(), true];
  const turn = (): void => {
    const used = process.threadCpuUsage(last);
    longest = Math.max(longest, (used.user + used.system) / 1000);
    last = process.threadCpuUsage();
    if (isRunning) setImmediate(turn);
  };
  setImmediate(turn);
  const before = process.cpuUsage();
  // The routes read nothing else of a request.
  const request = { body: async () => body, signal: new AbortController().signal } as unknown as ServeRequest;
  const { body: answer } = await route.handle(request);
  isRunning = false;
  const { user, system } = process.cpuUsage(before);
  return { longest, seconds: (user + system) / 1e6, text: String(answer) };
}

test.each<{ name: string; route: Route; text: () => string; want: RegExp }>([
  {
    name: "an element of fields without values",
    route: routes.conversion,
    text: () => list(fields(62, '"":,')),
    want: /conversion\/object-too-large/,
  },
  {
    name: "an element of fields",
    route: routes.conversion,
    text: () => list(fields(62, '"":0,')),
    want: /conversion\/object-too-large/,
  },
  {
    name: "an element of open lists",
    route: routes.conversion,
    text: () => list("[".repeat(62 * mebibyte)),
    want: /not a ConversionReview/,
  },
  {
    name: "elements of fields, as large as objects may be",
    route: routes.conversion,
    text: () => list(...Array<string>(7).fill(fields(7.9, '"":0,'))),
    want: /"Failure"/,
  },
  {
    name: "fields before the objects",
    route: routes.conversion,
    text: () => list().replace('"uid"', `${'"":,'.repeat(15 * mebibyte)}"uid"`),
    want: /conversion\/envelope-too-large/,
  },
  {
    name: "a write of fields",
    route: routes.convertible,
    text: () => write(fields(7.9, '"":0,')),
    want: /"allowed":true/,
  },
  {
    name: "a write of annotations",
    route: routes.convertible,
    text: () => write(`{"metadata":{"annotations":${fields(7.9, '"":"",')}}}`),
    want: /"allowed":true/,
  },
])("$name", async ({ route, text, want }) => {
  const body = Buffer.from(text());
  const { longest, seconds, text: answer } = await costOf(route, body);
  expect(answer).toMatch(want);
  // 0.6 s in all at most.
  expect(longest).toBeLessThan(1000);
  expect(seconds).toBeLessThan(3);
});
