// The flags of TLS: what they accept, and the limits that they set.
import { describeError } from "@capstan/kube";
import { expect, test } from "vitest";
import { parseFlags } from "./parse-flags.ts";
import { sharedFlags } from "./shared-flags.ts";
import { checkTlsFlags, tlsFlags, tlsLimitsOf } from "./tls-flags.ts";

const table = { ...tlsFlags, "client-ca-file": sharedFlags["client-ca-file"] };

function limits(...args: readonly string[]): unknown {
  try {
    const flags = parseFlags(table, args);
    checkTlsFlags(flags);
    return tlsLimitsOf(flags);
  } catch (error) {
    return describeError(error).split("\n", 1)[0];
  }
}

const [aes, chacha] = ["TLS_ECDHE_RSA_WITH_AES_128_GCM_SHA256", "TLS_ECDHE_RSA_WITH_CHACHA20_POLY1305"];
const both = ["ECDHE-RSA-AES128-GCM-SHA256", "ECDHE-RSA-CHACHA20-POLY1305"];

test.each([
  { args: [], want: { minVersion: "TLSv1.2" } },
  { args: ["--tls-min-version=VersionTLS13"], want: { minVersion: "TLSv1.3" } },
  { args: [`--tls-cipher-suites=${aes},${chacha}_SHA256`], want: { minVersion: "TLSv1.2", ciphers: both } },
  {
    args: [`--tls-cipher-suites=${aes}`, `--tls-cipher-suites=${chacha},TLS_AES_128_GCM_SHA256`],
    want: { minVersion: "TLSv1.2", ciphers: both },
  },
  { args: ["--tls-cipher-suites=TLS_AES_128_GCM_SHA256"], want: { minVersion: "TLSv1.2", ciphers: [] } },
  { args: ["--tls-cipher-suites="], want: { minVersion: "TLSv1.2" } },
  { args: [`--tls-cipher-suites=${aes}`, "--client-ca-file=a"], want: { minVersion: "TLSv1.2", ciphers: [both[0]] } },
])("$args gives $want", ({ args, want }) => {
  expect(limits(...args)).toEqual(want);
});

test.each([
  ["--tls-min-version=VersionTLS11"],
  ["--tls-cipher-suites=TLS_RSA_WITH_AES_128_CBC_SHA"],
  ["--tls-min-version=VersionTLS13", "--client-ca-file=a"],
  ["--tls-cipher-suites=TLS_AES_128_GCM_SHA256", "--client-ca-file=a"],
])("%s is wrong", (...args) => {
  expect(limits(...args)).toMatch(/^--tls-[a-z-]+ is ".+/);
});
