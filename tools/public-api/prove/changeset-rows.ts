// The second half of the proof: the command is red without a changeset, with an old one and with one that is too small, and
// green with one that is large enough.
import type { CommandResult } from "@capstan/repo";
import type { FixtureRepository } from "./fixture.ts";
import type { Row } from "./rows.ts";

const red = "exit code 1";
const green = "exit code 0";

/** Tries changesets of several sizes on the seeded changes. */
export async function changesetRows(fixture: FixtureRepository, without: CommandResult): Promise<Row[]> {
  const withChangeset = async (text: string): Promise<string> => {
    fixture.write(".changeset/seeded.md", text);
    return `exit code ${(await fixture.apiReport("--changesets")).code}`;
  };
  const sized = (size: string): string => `---\n"@fixture/right": ${size}\n---\n\nA change.\n`;
  return [
    { title: "without a changeset", want: red, got: `exit code ${without.code}` },
    { title: "with one for a patch", want: red, got: await withChangeset(sized("patch")) },
    { title: "with one for a minor version", want: red, got: await withChangeset(sized("minor")) },
    { title: "with an empty one", want: red, got: await withChangeset("---\n---\n") },
    {
      title: "with one for a major version, of the same fixed group",
      want: green,
      got: await withChangeset(sized("major")),
    },
  ];
}
