// What is taken out of a frame before it is compared.
import { expect, test } from "vitest";
import { normalFrame } from "./golden-frames.ts";

test("ports, tokens, random names and ages become the same, and the columns stay", () => {
  const frame = [
    "my-cloud  infrastructure  ✓ ready",
    "console http://127.0.0.1:46079/#token=Zu2mYlvXm2wvksud8nUOGoo2YsHLAmA1  KUBECONFIG=x",
    "  │  └─ ✓ Machine dev-control-plane-qbfbq   Running      3s",
    "  │     └─ ✓ KubeadmConfig dev-wo…rs-q726w-5f4cc (played)   12m",
    "─ log, info and above ──",
    "> 3 |   no",
    "05:06:34 info  Machine default/dev-workers-q726w-5f4cc: Pending",
    "",
    "a apply  q quit",
  ];
  expect(normalFrame(frame)).toBe(
    [
      "my-cloud  infrastructure  ✓ ready",
      "console http://127.0.0.1:<port>/#token=<token>  KUBECONFIG=x",
      "  │  └─ ✓ Machine dev-control-plane-xxxxx   Running      <age>",
      "  │     └─ ✓ KubeadmConfig dev-wo…xx-xxxxx-xxxxx (played)   <age>",
      "─ log, info and above ──",
      "> 3 |   no",
      "a apply  q quit",
      "",
    ].join("\n"),
  );
});

test("lines of the log are kept where they are wanted", () => {
  const frame = ["─ log, error and above ──", "05:06:34 error  no: 3 ms", "", "a apply  q quit"];
  expect(normalFrame(frame)).toBe("─ log, error and above ──\na apply  q quit\n");
  expect(normalFrame(frame, true)).toBe(
    "─ log, error and above ──\nhh:mm:ss error  no: <time> ms\n\na apply  q quit\n",
  );
});

test("a frame without a log is kept whole, with its place in the code", () => {
  expect(normalFrame(["src/main.ts:3:7 error", "> 3 |   no", "", ""])).toBe("src/main.ts:3:7 error\n> 3 |   no\n");
});
