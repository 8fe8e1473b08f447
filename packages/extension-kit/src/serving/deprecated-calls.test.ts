// What the log has of calls of deprecated versions when there are more callers than it names, and what a header has of words that it cannot carry.
import type { Hook } from "@capstan/api";
import type { Logger } from "@capstan/process";
import { jsonResponse, type ServeRequest } from "@capstan/serve";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { backupCatalog } from "../testing/backup-hooks.ts";
import { DeprecatedCalls } from "./deprecated-calls.ts";

const request = (remoteAddress: string, commonName?: string): ServeRequest => ({
  method: "POST",
  path: "/",
  query: new URLSearchParams(),
  headers: {},
  remoteAddress,
  signal: new AbortController().signal,
  client: commonName === undefined ? undefined : { commonName, organizations: [] },
  body: () => Promise.resolve(new Uint8Array()),
  json: () => Promise.resolve({}),
});

const callers: unknown[] = [];
const log: Logger = {
  debug: () => {},
  info: () => {},
  warn: (_message, fields) => void callers.push(fields?.["caller"]),
  error: () => {},
  child: () => log,
};

beforeEach(() => {
  callers.length = 0;
  vi.useFakeTimers({ toFake: ["performance"] });
});
afterEach(() => vi.useRealTimers());

test("the log names 1,000 callers an hour, by their certificates where they have one", () => {
  const calls = new DeprecatedCalls(log);
  const call = (address: string, name?: string): unknown =>
    calls.marked(backupCatalog.BeforeBackupV1, request(address, name), jsonResponse(200, {})).headers?.["warning"];
  for (let i = 0; i < 1100; i += 1) expect(call(`10.0.${i >> 8}.${i & 255}`)).toBeDefined();
  expect(callers).toHaveLength(1000);
  vi.advanceTimersByTime(3_600_000);
  call("10.0.0.1", "core");
  call("10.0.0.2", "core");
  expect(callers.slice(1000)).toEqual(["core"]);
});

test("a header has letters that it can carry, and a version that is in use has none", () => {
  const calls = new DeprecatedCalls(log);
  const warning = (version: Hook): unknown =>
    calls.marked(version, request("::1"), jsonResponse(200, {})).headers?.["warning"];
  const deprecation = { since: "1\r\nset-cookie: a=b", replacement: '"v2"', removal: "2 – soon" };
  expect(warning({ ...backupCatalog.BeforeBackupV1, deprecation })).toBe(
    '299 - "BeforeBackup of hooks.vault.example.com/v1 is deprecated since 1??set-cookie: a=b; use ?v2?; it may be removed in 2 ? soon"',
  );
  expect(warning({ ...backupCatalog.BeforeBackup, deprecated: true })).toBe(
    '299 - "BeforeBackup of hooks.vault.example.com/v2 is deprecated"',
  );
  expect(warning(backupCatalog.BeforeBackup)).toBeUndefined();
});
