// What the flags of an extension come to, in both spellings of the port and the folder of certificates.
import { describeError } from "@capstan/kube";
import { expect, test } from "vitest";
import { parseFlags } from "./flags.ts";

test.each([
  { args: [], flag: "port", want: 9443 },
  { args: ["--port=1"], flag: "port", want: 1 },
  { args: ["--webhook-port=2"], flag: "port", want: 2 },
  { args: [], flag: "certDirectory", want: "/tmp/k8s-webhook-server/serving-certs" },
  { args: ["--cert-dir=/a"], flag: "certDirectory", want: "/a" },
  { args: ["--webhook-cert-dir", "/b"], flag: "certDirectory", want: "/b" },
  { args: ["--health-addr=:1"], flag: "health", want: { host: "", port: 1 } },
] as const)("$args gives $flag=$want", ({ args, flag, want }) => {
  expect(parseFlags(args)[flag]).toEqual(want);
});

test.each([
  { args: ["--port", "high"], want: "--port high is no port\n  mend: run with --help" },
  { args: ["--webhook-port=70000"], want: "--webhook-port 70000 is no port\n  mend: run with --help" },
])("$args is refused", ({ args, want }) => {
  let text = "";
  try {
    parseFlags(args);
  } catch (error) {
    text = describeError(error);
  }
  expect(text).toBe(want);
});
