// Addresses as flags have them.
import { expect, test } from "vitest";
import { describeError } from "@capstan/kube";
import { formatListenAddress, parseListenAddress } from "./listen-address.ts";

const addresses = [
  { given: ":9440", want: { host: "", port: 9440 } },
  { given: "127.0.0.1:0", want: { host: "127.0.0.1", port: 0 } },
  { given: "localhost:8443", want: { host: "localhost", port: 8443 } },
  { given: "[::1]:8080", want: { host: "::1", port: 8080 } },
];

for (const { given, want } of addresses) {
  test(`"${given}" is read, and written back as it was`, () => {
    expect(parseListenAddress(given)).toEqual(want);
    expect(formatListenAddress(want)).toBe(given);
  });
}

for (const text of ["9440", "", "a:b", ":70000", "::1:8080", "http://x:1"]) {
  test(`"${text}" is rejected`, () => {
    let failure: unknown;
    try {
      parseListenAddress(text);
    } catch (error) {
      failure = error;
    }
    expect(describeError(failure)).toBe(
      `"${text}" is not an address to listen on\n  help: write host:port, for example "127.0.0.1:9440", or ":9440" for every address of this computer`,
    );
  });
}
