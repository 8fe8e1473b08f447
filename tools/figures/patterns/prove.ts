// `pnpm run prove:patterns`: proves every regular expression of the product and compares the list of `check` with the outcome;
// `--write` writes the list.
import { parseArgs } from "node:util";
import { checkPatterns, productPatterns } from "./problems.ts";
import { readProved, staleNames, writeProved } from "./proved.ts";

const { values } = parseArgs({ options: { write: { type: "boolean", default: false } } });
const { problems, proved } = await checkPatterns(productPatterns(), new Set());
if (values.write) writeProved(proved);
const stale = staleNames(readProved(), proved);
for (const line of [...problems, ...stale]) console.log(line);
const failed = problems.length + stale.length;
console.log(`${proved.size} passed, ${failed} failed`);
process.exitCode = failed === 0 ? 0 : 1;
