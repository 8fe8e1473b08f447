// The tests that show what enforces the rules of an IPAM provider.
import type { EvidenceById } from "../evidence.ts";
import { shownBy } from "./files.ts";

/** Evidence by the ids of rules. */
export const ipam: EvidenceById = {
  "ipam/pool-crd": shownBy(
    ["ipErrors", "ipam/pool-crd: the object has no status"],
    ["goldenIPPool", "listKind: FooIPPoolList"],
  ),
  "ipam/pool-conditions": shownBy(
    ["ipErrors", "ipam/pool-conditions: the status has no conditions"],
    ["ipErrors", "ipam/pool-conditions: status.conditions is not a list of conditions without a severity"],
    ["goldenBounds", "warning ipam/pool-conditions"],
  ),
  "ipam/claim-filter": shownBy([
    "ipPass",
    "claims of other pools are left alone, and two kinds of pool do not touch each other's",
  ]),
  "ipam/pause": shownBy(
    ["ipPass", "the Cluster that a claim names must exist"],
    ["ipPass", "${name} pauses a claim, and its deletion"],
  ),
  "ipam/finalizer": shownBy(["ipPass", "a claim gets an IPAddress that it and the pool own, and names it"]),
  "ipam/address": shownBy(
    ["ipPass", "a claim gets an IPAddress that it and the pool own, and names it"],
    ["ipPass", "an IPAddress is protected: a deletion by hand waits for its claim"],
  ),
  "ipam/address-ref": shownBy(["ipPass", "a claim gets an IPAddress that it and the pool own, and names it"]),
  "ipam/claim-conditions": shownBy(["ipPass", "conditions say why a claim has no address"]),
  "ipam/release": shownBy(
    ["ipPass", "an address is free again when its claim is deleted, after release"],
    ["pools", "our IPAM provider answers claims, and gives the address of a deleted claim again"],
  ),
  "ipam/owner-finalizer-rbac": shownBy([
    "poolDescription",
    "an IPAM provider answers claims of its pools: it may not delete claims, and the pools are its own kinds",
  ]),
};
