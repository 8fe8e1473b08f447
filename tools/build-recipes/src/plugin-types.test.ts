// The plugin's own shapes against the types of the tools it is given to: this file compiles, and that is the test.
import { capstan, type CapstanPlugin } from "@capstan/cli/vite";
import { defineConfig as defineTsup, type Options as TsupOptions } from "tsup";
import { expect, test } from "vitest";
import { defineConfig as defineVite, type Plugin as VitePlugin } from "vite";
import { defineConfig as defineVitest, type ViteUserConfig } from "vitest/config";

type TsupPlugin = NonNullable<TsupOptions["plugins"]>[number];

const plugin: CapstanPlugin = capstan();
const asVite: VitePlugin = plugin;
const asTsup: TsupPlugin = plugin;
const asVitest: NonNullable<ViteUserConfig["plugins"]>[number] = plugin;

// @ts-expect-error `chek` is no option
const misspelled: CapstanPlugin = capstan({ chek: true });

test("every host takes it", () => {
  const configs = [
    defineVite({ plugins: [capstan({ root: "packages/a" })] }),
    defineVitest({ plugins: [capstan({ check: true })], test: { include: [] } }),
    defineTsup({ entry: ["src/main.ts"], plugins: [capstan()] }),
  ];
  expect(configs).toHaveLength(3);
  expect([asVite.name, asTsup.name, misspelled.name]).toEqual(["capstan", "capstan", "capstan"]);
  expect(asVitest).toBe(plugin);
});
