// Asks one of the programs here: one JSON document a line in, one answer a line out.
import { spawn } from "node:child_process";
import { buffer } from "node:stream/consumers";
import { buildPeer, type PeerName } from "./build.ts";

/** The answers to the questions, in their order. Rejects with the program's words when it ends with an error. */
export async function askPeer<A>(name: PeerName, questions: readonly unknown[]): Promise<readonly A[]> {
  const child = spawn(await buildPeer(name), { stdio: "pipe" });
  const ended = new Promise<number | null>((resolve, reject) => child.once("error", reject).once("close", resolve));
  // A program that ends early says why on its standard error.
  child.stdin.on("error", () => undefined);
  child.stdin.end(questions.map((question) => `${JSON.stringify(question)}\n`).join(""));
  const [out, errors, code] = await Promise.all([buffer(child.stdout), buffer(child.stderr), ended]);
  const lines = out.toString("utf8").split("\n").slice(0, -1);
  if (code !== 0 || lines.length !== questions.length)
    throw new Error(`${name} answered ${lines.length} of ${questions.length} questions: ${errors.toString("utf8")}`);
  // What the program writes is what its sources say.
  return lines.map((line) => JSON.parse(line) as A);
}
