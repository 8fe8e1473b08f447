// `pnpm run prove:public-api`: seeds changes into packages of a temporary repository and demands that the command names each
// with the right size, and that it stays red until a changeset of that size is there. Prints a table; nothing is left behind.
import { packagePair, seededChanges } from "./cases.ts";
import { FixtureRepository } from "./fixture.ts";
import { changesetRows } from "./changeset-rows.ts";
import { namedChanges, sizeRows, type ProofPackage, type Row } from "./rows.ts";

const packages: readonly ProofPackage[] = [
  ...seededChanges.map((change, index) => ({ ...change, name: `case-${String(index + 1).padStart(2, "0")}` })),
  { ...packagePair.left, name: "left", title: "two packages that refer to each other: left" },
  { ...packagePair.right, name: "right", title: "two packages that refer to each other: right" },
];

using fixture = new FixtureRepository();
for (const { name, before } of packages) fixture.addPackage(name, before);
await fixture.build();
const first = await fixture.apiReport();
if (first.code !== 0) throw new Error(`the first reports fail:\n${first.output}`);
fixture.commit("Start");
fixture.git("switch", "--quiet", "--create", "change");

for (const { name, after } of packages) fixture.setSource(name, after);
await fixture.build();
const stale = await fixture.apiReport("--check");
await fixture.apiReport();
const checked = await fixture.apiReport("--changesets");

const rows: Row[] = [
  { title: "stale reports are red", want: "exit code 3", got: `exit code ${stale.code}` },
  ...sizeRows(packages, namedChanges(checked.output)),
  ...(await changesetRows(fixture, checked)),
];
const failed = rows.filter(({ want, got }) => want !== got).length;
for (const { title, want, got } of rows)
  console.log(`${want === got ? "ok  " : "FAIL"} ${title.padEnd(66)} ${got}${want === got ? "" : `, not ${want}`}`);
console.log(`\n${rows.length - failed} passed, ${failed} failed`);
process.exitCode = failed === 0 ? 0 : 1;
