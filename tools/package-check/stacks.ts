// A proof that source maps in the tarballs work: a program that logs an error of Capstan's, with the packed packages, and the lines of the sources that its stack
// must name.
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { mustRun, root } from "@capstan/repo";

/** Packages that need no other package than each other. */
export const provenPackages: readonly string[] = ["packages/kube", "packages/process", "packages/serve"];

const program = `
if (process.argv[2] === "in-program") process.setSourceMapsEnabled(true);
const { parseQuantity } = await import("@capstan/kube");
const { createPinoLogger, errorFields } = await import("@capstan/process");
const log = await createPinoLogger();
try {
  parseQuantity("four");
} catch (error) {
  log.error("failed", errorFields(error, { frames: true }));
}
`;

const ways: readonly (readonly string[])[] = [
  ["node", "--enable-source-maps", "program.mjs"],
  ["node", "program.mjs", "in-program"],
];

/** Unpacks packages into a folder, runs the program there, and returns how many frames of its stack it compared with the sources. Throws with what is wrong. */
export async function proveStacks(tarballs: readonly string[], folder: string): Promise<number> {
  const modules = join(folder, "node_modules/@capstan");
  for (const tarball of tarballs) {
    const { name } = JSON.parse(await mustRun(["tar", "-xzOf", tarball, "package/package.json"])) as { name: string };
    const into = join(modules, name.replace("@capstan/", ""));
    mkdirSync(into, { recursive: true });
    await mustRun(["tar", "-xzf", tarball, "-C", into, "--strip-components=1"]);
  }
  writeFileSync(join(folder, "program.mjs"), program);
  const stacks: string[] = [];
  for (const way of ways) stacks.push(await mustRun(way, { cwd: folder }));
  const lines = stacks.map((output) => (JSON.parse(output) as { readonly stack: string }).stack.split("\n").slice(1));
  const faults = lines.flatMap((stack) =>
    stackFaults(stack, (file) => readFileSync(join(root, "packages", file), "utf8")),
  );
  if (faults.length > 0) throw new Error(faults.join("\n"));
  return lines.flat().length;
}

const frame =
  /^ {4}at (?:async )?(?:new )?(?<name>[\w.]+) \((?:file:\/\/)?.*\/node_modules\/@capstan\/(?<file>[^:]+):(?<line>\d+):\d+\)$/;

/** What is wrong with the frames of a stack that are in Capstan's packages: each but the first must be at a line of a source that calls the one above. */
export function stackFaults(stack: readonly string[], read: (file: string) => string): string[] {
  const ours = stack.filter((line) => line.includes("/node_modules/@capstan/"));
  if (ours.length < 2) return [`a stack has ${ours.length} frames in packages of Capstan:\n${stack.join("\n")}`];
  return ours.flatMap((line, at) => {
    const { name = "", file = "", line: number = "0" } = frame.exec(line)?.groups ?? {};
    if (name === "" || !file.includes("/src/")) return [`a frame is not in a source: ${line.trim()}`];
    const text = read(file).split("\n")[Number(number) - 1] ?? "";
    const called = frame.exec(ours[at - 1] ?? "")?.groups?.["name"] ?? "";
    return text.includes(called) ? [] : [`${file}:${number} does not call ${called}: ${text.trim()}`];
  });
}
