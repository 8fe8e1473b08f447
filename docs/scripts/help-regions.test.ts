// Help as programs print it, read into rows.
import { expect, it } from "vitest";
import { parseHelp } from "./help-regions.ts";

const text = `Usage: thing make [options] <file>

make a thing

Arguments:
  file               what it is made of

Options:
  --check            write nothing; exit 3 when the thing is not what the
                     file says
  -h, --help         display help for command
`;

it("reads sections, names and meanings, wrapped lines joined", () => {
  expect(parseHelp(text)).toEqual([
    { section: "Arguments", name: "file", meaning: "what it is made of" },
    { section: "Options", name: "--check", meaning: "write nothing; exit 3 when the thing is not what the file says" },
  ]);
});

it("reads nothing from help without rows", () => {
  expect(parseHelp("Usage: thing\n\nwords\n")).toEqual([]);
});
