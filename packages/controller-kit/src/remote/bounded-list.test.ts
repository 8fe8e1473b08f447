// How many pages a list of a workload cluster may have.
import type { Client } from "@capstan/client";
import { ConfigMap } from "@capstan/kube/builtin";
import { expect, test } from "vitest";
import { workload } from "../authoring/workload-watch.ts";
import { boundedList } from "./bounded-list.ts";

/** What is read of a list of a server that sends so many pages, each fourth one with an object or none at all. */
async function read(
  pages: number,
  { mostObjects, areEmpty = false }: { mostObjects?: number; areEmpty?: boolean } = {},
) {
  const client: Pick<Client, "list"> = {
    async list(_, { continue: from = "0" } = {}) {
      const at = Number(from);
      const objects = at % 4 === 3 && !areEmpty ? [{ metadata: { namespace: "ns", name: `n${at}` } }] : [];
      const token = at + 1 < pages ? { continue: String(at + 1) } : {};
      return JSON.parse(JSON.stringify({ metadata: { resourceVersion: "1", ...token }, items: objects }));
    },
  };
  const watch = workload(ConfigMap, () => [], mostObjects === undefined ? {} : { mostObjects });
  const { signal } = new AbortController();
  let count = 0;
  for await (const page of boundedList(client, { watch, signal, tooMany: () => new Error("too many") }))
    count += page.objects.length;
  return count;
}

test("a list whose server selects objects after it has cut the pages is read whole", async () => {
  expect(await read(140)).toBe(35);
});

test("pages without objects are as many as full pages would be, and ten, at most", async () => {
  expect(await read(110, { areEmpty: true })).toBe(0);
  await expect(read(111, { areEmpty: true })).rejects.toThrow("too many");
  expect(await read(11, { areEmpty: true, mostObjects: 50 })).toBe(0);
  await expect(read(12, { areEmpty: true, mostObjects: 50 })).rejects.toThrow("too many");
});
