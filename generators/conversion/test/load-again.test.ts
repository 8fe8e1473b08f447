// What a proof loads again is loaded again, with what it imports.
import { expect, it, vi } from "vitest";
import { loadAgain } from "./load-again.ts";

const file = new URL("../testdata/functions/want/conversion-foo.ts", import.meta.url).href;

it("a module is another one after each reset, and the same without", async () => {
  loadAgain(new URL("../testdata/", import.meta.url));
  const loaded = async (): Promise<unknown> => import(file);
  const first = await loaded();
  vi.resetModules();
  const second = await loaded();
  expect(second).not.toBe(first);
  expect(await loaded()).toBe(second);
  vi.resetModules();
  expect(await loaded()).not.toBe(second);
});
