// Which file each component is in, and that this takes no longer than the number of hooks and components.
import { expect, test } from "vitest";
import { layoutOf, type PreparedHook } from "./layout.ts";

function hook(version: string, request: string, response: string): PreparedHook {
  const texts = { summary: "", description: "", tags: [], deprecated: false, singleton: false, blocking: false };
  const body = { schema: {}, path: [] };
  const components = { requestComponent: request, responseComponent: response, request: body, response: body };
  return { group: "h.example.com", version, name: `Hook${version}`, path: [], ...texts, ...components };
}

const layoutFor = (hooks: readonly PreparedHook[], uses: Readonly<Record<string, readonly string[]>>): unknown =>
  layoutOf({ hooks, uses: (component) => uses[component] ?? [], known: new Map(), folder: "src" }).modules.map(
    ({ path, components }) => [path, components],
  );

test("what hooks of several versions need, directly or not, has its own file", () => {
  const hooks = [hook("v1", "A1", "R1"), hook("v2", "A2", "R2"), hook("v3", "A3", "R2")];
  const uses = { A1: ["B", "D1"], A2: ["D2", "B"], B: ["C"], C: ["B"], A3: ["E"], D2: ["D3"], R2: ["A1"] };
  expect(layoutFor(hooks, uses)).toEqual([
    ["src/h-example-com-types.ts", ["A1", "B", "C", "D1", "R2"]],
    ["src/v1/h-example-com.ts", ["R1"]],
    ["src/v2/h-example-com.ts", ["A2", "D2", "D3"]],
    ["src/v3/h-example-com.ts", ["A3", "E"]],
  ]);
});

test("3,000 versions that need the same 3,000 components take no longer than their number", () => {
  const many = Array.from({ length: 3000 }, (_, i) => i);
  const uses = Object.fromEntries(many.map((i) => [`C${i}`, [`C${i + 1}`]]));
  let count = 0;
  const before = process.threadCpuUsage();
  const { typeNames } = layoutOf({
    hooks: many.map((i) => hook(`v${i}`, "C0", `group${i}.Response`)),
    uses: (component) => {
      count += 1;
      return uses[component] ?? [];
    },
    known: new Map(),
    folder: "src",
  });
  const { user, system } = process.threadCpuUsage(before);
  expect(typeNames.size).toBe(6001);
  expect(count).toBeLessThan(20_000);
  expect(user + system).toBeLessThan(1_000_000);
});
