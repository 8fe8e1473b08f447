// Calls read from a log, counted by their versions of HTTP, and those that came by another one than Go's client chooses.
import { expect, it } from "vitest";
import { type ArrivedCall, arrivedCalls, versionsInWords, wrongVersions } from "./arrived-calls.ts";

const call = (version: string, offered: string, caller: string = version): ArrivedCall => ({
  version,
  offered,
  caller: `Go-http-client/${caller}`,
  path: "/hooks.runtime.cluster.x-k8s.io/v1alpha1/discovery?timeout=10s",
});

it("finds the calls among other lines", () => {
  const line = JSON.stringify({ msg: "Arrived", ...call("2.0", "2.0") });
  expect(arrivedCalls(`{"msg":"Serving"}\n${line}\n{"msg":"Answered"}\n`)).toMatchObject([call("2.0", "2.0")]);
});

it("counts by what was offered and what was used", () => {
  expect(versionsInWords([call("2.0", "2.0"), call("1.1", "1.1"), call("2.0", "2.0")])).toEqual([
    "HTTP/1.1 offered, called by HTTP/1.1: 1 calls",
    "HTTP/2.0 offered, called by HTTP/2.0: 2 calls",
  ]);
});

it("finds a call by an older version than the one offered, and one whose caller says another", () => {
  const wrong = [call("1.1", "2.0"), call("2.0", "2.0", "1.1")];
  expect(wrongVersions([call("2.0", "2.0"), ...wrong, call("1.1", "1.1")])).toEqual(wrong);
});
