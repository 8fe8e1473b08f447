// Addresses that core's webhook would reject, also those of authors without types.
import { expect, test } from "vitest";
import { checkAddress } from "./ip-address-store.ts";

test.each([
  [{ address: "10.0.0.1" }, "undefined is not the length of a prefix of 10.0.0.1"],
  [{ address: "10.0.0.1", prefix: 33 }, "33 is not the length of a prefix of 10.0.0.1"],
  [{ address: "fd00::1", prefix: 1.5 }, "1.5 is not the length of a prefix of fd00::1"],
  [{ prefix: 24 }, '"undefined" is not an IP address'],
  [{ address: "10.0.0.1", prefix: 24, gateway: "gateway" }, '"gateway" is not an IP address'],
])("rejects %j", (address, message) => {
  // The compiler rejects the first and the fourth.
  expect(() => checkAddress(address as never)).toThrow(message);
});

test.each([
  { address: "10.0.0.1", prefix: 24, gateway: "10.0.0.254" },
  { address: "fd00::1", prefix: 128 },
])("accepts %j", (address) => {
  expect(() => checkAddress(address)).not.toThrow();
});
