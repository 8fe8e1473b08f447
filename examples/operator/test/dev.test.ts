// `capstan dev` runs the operator: a control plane with its CRD, and no flag that an operator lacks.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";

const at = (path: string): string => fileURLToPath(new URL(path, import.meta.url));

test("capstan dev starts the operator on a control plane of its own", async () => {
  const argv = ["--conditions=@capstan/source", at("../node_modules/@capstan/cli/src/main.ts"), "dev", "--once"];
  const dev = spawn(process.execPath, argv, { cwd: at(".."), stdio: ["ignore", "pipe", "pipe"] });
  let printed = "";
  for (const stream of [dev.stdout, dev.stderr])
    stream.setEncoding("utf8").on("data", (text: string) => (printed += text));
  expect([await once(dev, "close"), printed]).toEqual([
    [0, null],
    expect.stringMatching(/starting operator "website-operator" [\s\S]*src\/main\.ts ready after \d+ ms/),
  ]);
});
