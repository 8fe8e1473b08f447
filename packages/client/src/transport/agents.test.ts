// Expired client certificates are found before a request is sent. testdata has one that has expired, and one that is valid for a hundred
// years.
import { readFileSync } from "node:fs";
import { describeError } from "@capstan/kube";
import { expect, test } from "vitest";
import { createAgents } from "./agents.ts";

function pem(name: string): string {
  return readFileSync(new URL(`../../testdata/client-certificates/${name}`, import.meta.url), "utf8");
}

function made(name: string): string {
  try {
    createAgents({ server: "https://127.0.0.1:1", certData: pem(`${name}.crt`), keyData: pem(`${name}.key`) }).retire();
    return "made";
  } catch (error) {
    return describeError(error);
  }
}

test.each([
  ["valid", "made"],
  [
    "expired",
    "the client certificate for https://127.0.0.1:1 expired at 2026-11-19T13:12:28Z\n  help: get new credentials, or correct this computer's clock",
  ],
])("a client certificate that is %s", (name, want) => {
  expect(made(name)).toBe(want);
});
