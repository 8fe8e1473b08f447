// `capstan dev` runs the operator on a control plane of its own, which has its CRD and calls its webhooks.
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { createClient, loadCredentials } from "@capstan/operator";
import { expect, test } from "vitest";
import { Website } from "../src/api/v1/website.ts";
import { Website as FirstWebsite } from "../src/api/v1beta1/website.ts";

const at = (path: string): string => fileURLToPath(new URL(path, import.meta.url));

/** Runs `capstan dev`; `printed` has what it wrote until now. */
function runDev(...args: readonly string[]): { readonly dev: ChildProcess; readonly printed: () => string } {
  const argv = ["--conditions=@capstan/source", at("../node_modules/@capstan/cli/src/main.ts"), "dev", ...args];
  const dev = spawn(process.execPath, argv, { cwd: at(".."), stdio: ["ignore", "pipe", "pipe"] });
  let printed = "";
  for (const stream of [dev.stdout, dev.stderr])
    stream.setEncoding("utf8").on("data", (text: string) => (printed += text));
  return { dev, printed: () => printed };
}

test("capstan dev starts the operator on a control plane of its own", async () => {
  const { dev, printed } = runDev("--once");
  expect([await once(dev, "close"), printed()]).toEqual([
    [0, null],
    expect.stringMatching(/starting operator "website-operator" [\s\S]*src\/main\.ts ready after \d+ ms/),
  ]);
});

test("its webhooks and conversions are called there, and Ctrl-C ends it", async () => {
  const { dev, printed } = runDev();
  await expect.poll(printed, { timeout: 60_000 }).toMatch(/ready after \d+ ms/);
  const client = createClient(await loadCredentials({ kubeconfig: at("../.capstan/dev/kubeconfig") }));
  const created = client.create(Website, {
    apiVersion: "example.com/v1",
    kind: "Website",
    metadata: { namespace: "default", name: "shop" },
    spec: { title: "<b>Shop</b>" },
  });
  await expect(created).rejects.toThrow('spec.title: Invalid value: "<b>Shop</b>": must not contain markup');
  const metadata = { namespace: "default", name: "first" };
  const spec = { heading: "First" };
  await client.create(FirstWebsite, { apiVersion: "example.com/v1beta1", kind: "Website", metadata, spec });
  expect((await client.get(Website, metadata)).spec).toEqual({ title: "First", greeting: "Hello!" });
  client.close();
  dev.kill("SIGINT");
  expect([await once(dev, "close"), printed()]).toEqual([[0, null], expect.stringContaining("stopped src/main.ts")]);
});
