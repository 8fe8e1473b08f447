// `pnpm run prove:patterns`: proves every regular expression of the product and compares the list of `check` with the outcome;
// `--write` writes the list; `--quarter 1` to `4` proves those of a quarter of the list, beside those that are not in it.
import { parseArgs } from "node:util";
import { orUsage } from "@capstan/repo";
import { checkPatterns, productPatterns } from "./problems.ts";
import { readProved, staleNames, writeProved } from "./proved.ts";

const { write, quarter } = orUsage("usage: prove:patterns [--write | --quarter 1|2|3|4]", () => {
  const { values } = parseArgs({
    options: { write: { type: "boolean", default: false }, quarter: { type: "string" } },
  });
  if (values.quarter !== undefined && (values.write || !/^[1-4]$/.test(values.quarter)))
    throw new Error("--quarter is a number from 1 to 4, and the list is not written with it");
  return values;
});
const listed = [...readProved()].toSorted();
// The same expression is proved in the same way each time: only another version of the prover can find something else.
const left = quarter === undefined ? [] : listed.filter((_, index) => index % 4 !== Number(quarter) - 1);
const { problems, proved } = await checkPatterns(productPatterns(), new Set(left));
if (write) writeProved(proved);
const stale = staleNames(readProved(), new Set([...left, ...proved]));
for (const line of [...problems, ...stale]) console.log(line);
const failed = problems.length + stale.length;
console.log(`${proved.size} passed, ${failed} failed`);
process.exitCode = failed === 0 ? 0 : 1;
