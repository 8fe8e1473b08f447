// Which targets of CONNECT are understood.
import { expect, test } from "vitest";
import { parseConnectTarget } from "./connect-proxy.ts";

const understood = [
  ["web.team.svc:443", { host: "web.team.svc", port: 443 }],
  ["127.0.0.1:1", { host: "127.0.0.1", port: 1 }],
  ["[::1]:65535", { host: "::1", port: 65_535 }],
  ["[FD00::1:2]:80", { host: "FD00::1:2", port: 80 }],
] as const;
test.each(understood)("%s", (text, want) => expect(parseConnectTarget(text)).toEqual(want));

const rejected = [
  "",
  ":1",
  "x",
  "x:",
  "x:0",
  "x:65536",
  "x:99999",
  "x:999999999999",
  "x:-1",
  "x:1e3",
  "x:٣",
  "/x:1",
  "http://x:1",
  "user@x:1",
  "x y:1",
  "x:1\r\nHost: y",
  "[::1]",
  "[]:1",
  "[x]:1",
  "[1]:1",
  "[:::]:1",
  "[::1%lo]:1",
  "::1:1",
  `${"a".repeat(254)}:1`,
];
test.each(rejected)("%s is not understood", (text) => expect(parseConnectTarget(text)).toBeUndefined());
