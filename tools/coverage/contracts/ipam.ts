// What enforces the rules of an IPAM provider.
import type { Entries } from "../entry.ts";
import { byKit, byType, notYet } from "./files.ts";

/** Entries of the rules of pools, claims and addresses. */
export const ipam: Entries = {
  "ipam/pool-crd": byType(
    ["ipErrors", "ipam/pool-crd: the object has no status"],
    ["goldenIPPool", "listKind: FooIPPoolList"],
  ),
  "ipam/pool-conditions": byType(
    ["ipErrors", "ipam/pool-conditions: the status has no conditions"],
    ["goldenBounds", "warning ipam/pool-conditions"],
  ),
  "ipam/claim-filter": byKit([
    "ipPass",
    "claims of other pools are left alone, and two kinds of pool do not touch each other's",
  ]),
  "ipam/pause": byKit(
    ["ipPass", "the Cluster that a claim names must exist"],
    ["ipPass", "${name} pauses a claim, and its deletion"],
  ),
  "ipam/finalizer": byKit(["ipPass", "a claim gets an IPAddress that it and the pool own, and names it"]),
  "ipam/address": byKit(
    ["ipPass", "a claim gets an IPAddress that it and the pool own, and names it"],
    ["ipPass", "an IPAddress is protected: a deletion by hand waits for its claim"],
  ),
  "ipam/address-ref": byKit(["ipPass", "a claim gets an IPAddress that it and the pool own, and names it"]),
  "ipam/claim-conditions": byKit(["ipPass", "conditions say why a claim has no address"]),
  "ipam/release": byKit(
    ["ipPass", "an address is free again when its claim is deleted, after release"],
    ["pools", "our IPAM provider answers claims, and gives the address of a deleted claim again"],
  ),
  "ipam/move": notYet(),
  "ipam/owner-finalizer-rbac": byKit([
    "description",
    "an IPAM provider answers claims of its pools: it may not delete claims, and the pools are its own kinds",
  ]),
};
