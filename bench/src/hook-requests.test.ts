// Which answers of a server under load count as good.
import { expect, it } from "vitest";
import { checkSameAnswers, patchRequest } from "./hook-requests.ts";

const request = patchRequest(1);

/** An answer that puts a command in front of the template's, with the given words. */
function answer(command: string, uid = "item-0"): Buffer {
  const patch = [{ op: "add", path: "/spec/template/spec/preKubeadmCommands/0", value: command }];
  const items = [{ uid, patchType: "JSONPatch", patch: Buffer.from(JSON.stringify(patch)).toString("base64") }];
  return Buffer.from(JSON.stringify({ status: "Success", message: "", items }));
}

const cases = [
  { name: "equal answers", given: [answer("echo hello"), answer("echo hello")], want: undefined },
  {
    name: "answers that differ",
    given: [answer("echo hello"), answer("echo bye")],
    want: "the answers patch the templates differently",
  },
  {
    name: "a failure",
    given: [answer("echo hello"), Buffer.from('{"status":"Failure","message":"broke"}')],
    want: "GeneratePatches answered Failure: broke",
  },
  {
    name: "an answer without patches",
    given: [Buffer.from('{"status":"Success"}'), answer("echo hello")],
    want: "0 of 1 templates were patched",
  },
] as const;

/** What is wrong with the answers, or nothing. */
function problemOf(given: readonly [Buffer, Buffer]): string | undefined {
  try {
    checkSameAnswers(request, given);
    return undefined;
  } catch (error) {
    return (error as Error).message;
  }
}

for (const { name, given, want } of cases) {
  it(`checks ${name}`, () => {
    expect(problemOf(given)).toBe(want);
  });
}
