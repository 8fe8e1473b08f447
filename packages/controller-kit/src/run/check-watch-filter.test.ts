// A watch filter that leaves nothing to do.
import { resourceOf, type KubeObject } from "@capstan/kube";
import { type CacheReader, type LogFields, silentLogger } from "@capstan/operator";
import { expect, test } from "vitest";
import { checkWatchFilter } from "./check-watch-filter.ts";

const Foo = resourceOf("example.com/v1", "Foo");
const Bar = resourceOf("example.com/v1", "Bar");
const object = (value?: string): KubeObject => ({
  apiVersion: "example.com/v1",
  kind: "Foo",
  metadata: value === undefined ? {} : { labels: { "cluster.x-k8s.io/watch-filter": value } },
});
const told = {
  message: "The watch filter matches no object",
  code: "run/watch-filter-empty",
  error: 'none of the 2 objects of Foo, Bar has the label cluster.x-k8s.io/watch-filter with the value "blue"',
  help: "correct --watch-filter, or set the label on the objects",
};

test.each([
  { name: "without a filter", filter: "", objects: [object()], want: [] },
  { name: "without objects", filter: "blue", objects: [], want: [] },
  { name: "with one that matches", filter: "blue", objects: [object(), object("blue")], want: [] },
  { name: "with none that matches", filter: "blue", objects: [object(), object("red")], want: [told] },
])("$name", ({ filter, objects, want }) => {
  const lines: LogFields[] = [];
  const log = {
    ...silentLogger,
    warn: (message: string, fields: LogFields = {}) => void lines.push({ message, ...fields }),
  };
  const cache = {
    has: () => true,
    each: ({ kind }: { kind: string }) => (kind === "Foo" ? objects : []),
  } as unknown as CacheReader;
  checkWatchFilter([Foo, Bar], { cache, log, watchFilter: filter });
  expect(lines).toEqual(want);
});
