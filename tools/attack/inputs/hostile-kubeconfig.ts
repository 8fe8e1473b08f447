// Hostile content of kubeconfig Secrets: pieces of YAML, and kubeconfigs with one hostile field.
import type { Lab } from "../lab.ts";

/** What no message may have in it. */
export const marker = "hunter2";

interface Fields {
  readonly cluster?: object;
  readonly user?: object;
  readonly context?: object;
}

/** A kubeconfig of a server on this computer, with some fields changed. */
export function structured(port: number, { cluster = {}, user = {}, context = {} }: Fields): object {
  return {
    "current-context": "a",
    clusters: [
      {
        name: "a",
        cluster: { server: `https://127.0.0.1:${port}`, "insecure-skip-tls-verify": true, ...cluster },
      },
    ],
    users: [{ name: "a", user: { token: "t", ...user } }],
    contexts: [{ name: "a", context: { cluster: "a", user: "a", ...context } }],
  };
}

const pieces = [
  "a: ",
  "- ",
  "? ",
  "[",
  "]",
  "{",
  "}",
  ", ",
  ": ",
  "\n",
  "\n  ",
  "\n    ",
  " ",
  "	",
  "\r\n",
  "\r",
  '"',
  "'",
  "|\n ",
  ">\n ",
  ">-\n\n ",
  "# c\n",
  "&a ",
  "*a",
  "!!str ",
  "!<x> ",
  "%YAML 1.1\n",
  "---\n",
  "...\n",
  "<<: ",
  "\\",
  "\\u0041",
  "\\x",
  "\0",
  "\u2028",
  "﻿",
  "é",
  "😀",
  "\ud800",
  "0x1",
  "1_000",
  "~",
  "null",
  "__proto__: ",
  "constructor: ",
  "clusters: ",
  "users: ",
  "current-context: ",
  marker,
  "a".repeat(500),
  " ".repeat(300),
  "\n".repeat(200),
];

/** Pieces of YAML in random order, most often one or two of them repeated, up to somewhat more than the limit. */
export function garbage({ random }: Lab): string {
  const length = random.chance(0.3) ? random.below(70_000) : random.below(4000);
  const chosen = random.chance(0.5) ? [random.pick(pieces), random.pick(pieces)] : pieces;
  let text = random.chance(0.3) ? '"' : random.pick(["", "a:\n ", "{", "[", "a: '", "a: >\n "]);
  while (text.length < length) text += random.pick(chosen);
  return text;
}

const values = [
  null,
  5,
  true,
  "",
  marker,
  [],
  {},
  [marker],
  { a: marker },
  "\0",
  "\ud800",
  "x".repeat(3e4),
  "-----BEGIN CERTIFICATE-----",
  `http://${marker}`,
  `https://${marker}:x@h`,
  "https://[::1",
  "https://127.0.0.1:99999",
  `../../${marker}`,
  `/etc/${marker}`,
  Buffer.from(`-----BEGIN PRIVATE KEY-----\n${marker}\n-----END PRIVATE KEY-----`).toString("base64"),
  `a\r\nx: ${marker}`,
  Buffer.from("-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n".repeat(400)).toString("base64"),
];
const names = {
  cluster: [
    "server",
    "certificate-authority",
    "certificate-authority-data",
    "tls-server-name",
    "proxy-url",
    "insecure-skip-tls-verify",
    "extensions",
    "__proto__",
  ],
  user: [
    "token",
    "tokenFile",
    "client-certificate",
    "client-certificate-data",
    "client-key",
    "client-key-data",
    "exec",
    "auth-provider",
    "username",
    "__proto__",
  ],
  context: ["cluster", "user", "namespace", "__proto__"],
} as const;

/** A kubeconfig that works, with one hostile field. */
export function nearlyValid({ random }: Lab, port: number): string {
  const place = random.pick(["cluster", "user", "context"] as const);
  const field = JSON.stringify(random.pick<string>(names[place]));
  const value = JSON.stringify(random.pick(values));
  const text = JSON.stringify(structured(port, { [place]: { hostile: 0 } })).replace(
    '"hostile":0',
    `${field}:${value}`,
  );
  // Flow YAML that does not begin as JSON does is parsed as YAML.
  return random.chance(0.5) ? text : `---\n${text}`;
}
