// The least that reading a watch on Node could be: lines of the answer are split, and each goes through JSON.parse; or that alone, of lines in memory. Arguments: the
// address, a file with the authority, the number of events, and "answer" or "memory".
import { readFileSync } from "node:fs";
import { get } from "node:https";
import { eachLine } from "../src/each-line.ts";
import { measured } from "../src/watch-usage.ts";

const [url = "", caFile = "", count = "0", from = ""] = process.argv.slice(2);
const events = Number(count);
const linesInMemory = 1000;

/** Gives so many lines of an answer to a function. */
async function readLines(most: number, take: (line: string) => void): Promise<void> {
  let seen = 0;
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  get(url, { ca: readFileSync(caFile) }, (answer) =>
    eachLine(answer, (line) => {
      take(line);
      seen += 1;
      if (seen === most) resolve();
      return seen < most;
    }),
  ).on("error", reject);
  await promise;
}

function parse(line: string): void {
  if (JSON.parse(line) === null) throw new Error("a line is null");
}

if (from === "answer") {
  await measured(async () => {
    await readLines(events, parse);
    return events;
  });
} else {
  const lines: string[] = [];
  await readLines(linesInMemory, (line) => lines.push(line));
  await measured(async () => {
    for (let i = 0; i < events; i += 1) parse(lines[i % linesInMemory] ?? "");
    return events;
  });
}
