// Names of folders as words of shells; create.test.ts gives them to a real one.
import { expect, test } from "vitest";
import { shellWord } from "./shell-word.ts";

test.each([
  ["linux", "../my-cloud", "../my-cloud"],
  ["linux", "my cloud", "'my cloud'"],
  ["win32", "C:\\my cloud & more", '"C:\\my cloud & more"'],
  ["win32", "my-cloud", "my-cloud"],
] as const)("on %s %s is %s", (platform, name, want) => expect(shellWord(name, platform)).toBe(want));
