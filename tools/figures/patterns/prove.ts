// `pnpm run prove:patterns`: proves every regular expression of the product and compares the list of `check` with the outcome;
// `--write` proves those that are not in the list and writes it; `--share 1/4` proves those of a share of the list, beside those that are not in it.
import { parseArgs } from "node:util";
import { orUsage, shareFlag } from "@capstan/repo";
import { checkPatterns, productPatterns, stillThere } from "./problems.ts";
import { readProved, staleNames, writeProved } from "./proved.ts";

const { write, isOfShare } = orUsage("usage: prove:patterns [--write | --share K/N]", () => {
  const { values } = parseArgs({
    options: { write: { type: "boolean", default: false }, share: { type: "string", default: "1/1" } },
  });
  if (values.write && values.share !== "1/1")
    throw new Error("the list is written of all expressions, without --share");
  return { write: values.write, isOfShare: shareFlag("share", values.share) };
});
const patterns = productPatterns();
const listed = [...readProved()].toSorted();
// The same expression is proved in the same way each time: only another version of the prover can find something else.
const left = new Set(listed.filter((_, index) => write || !isOfShare(index)));
const { problems, proved } = await checkPatterns(patterns, left);
if (write) writeProved([...stillThere(left, patterns), ...proved]);
const stale = staleNames(readProved(), new Set([...stillThere(left, patterns), ...proved]));
for (const line of [...problems, ...stale]) console.log(line);
const failed = problems.length + stale.length;
console.log(`${proved.size} passed, ${failed} failed`);
process.exitCode = failed === 0 ? 0 : 1;
