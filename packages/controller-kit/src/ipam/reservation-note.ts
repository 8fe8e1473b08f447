// The annotation of a pool in which managers note what they are about to allocate. pool-book.ts says why that is safe.
import { randomUUID } from "node:crypto";
import { errorOf, formatKey, keyOf, type KubeObject, type Resource } from "@capstan/kube";
import { kitErrors } from "../kit-errors.ts";
import { parseAddress } from "./ip-address.ts";

/** What the annotation says. */
export interface ReservationNote {
  /** Differs for each write of any manager; empty before the first one. */
  readonly id: string;
  /** The address by the id of the claim (claim-id.ts). */
  readonly reservations: ReadonlyMap<string, string>;
}

/** The most reservations of one pool: with them the annotation has half of the bytes that the API server accepts in all annotations of an object. */
export const maxReservations = 2000;

/** The name of the annotation on pools of a kind. */
export function noteName({ group }: Pick<Resource, "group">): string {
  return `${group}/reservations`;
}

/** Reads the annotation of a pool. Throws `ipam/reservations` for a value that no manager has written. */
export function readNote(pool: KubeObject, name: string): ReservationNote {
  const text = pool.metadata.annotations?.[name];
  if (text === undefined) return { id: "", reservations: new Map() };
  const note = parse(text);
  if (note !== undefined) return note;
  throw errorOf(kitErrors, "ipam/reservations", { values: { kind: pool.kind, key: formatKey(keyOf(pool)), name } });
}

/** The value of the annotation, with a new id. */
export function writeNote(reservations: ReadonlyMap<string, string>): { readonly id: string; readonly text: string } {
  const id = randomUUID();
  return { id, text: JSON.stringify({ id, reservations: Object.fromEntries(reservations) }) };
}

function parse(text: string): ReservationNote | undefined {
  const value = parseJson(text);
  if (!isRecord(value) || typeof value["id"] !== "string" || !isRecord(value["reservations"])) return undefined;
  const reservations = new Map<string, string>();
  const entries = Object.entries(value["reservations"]);
  // Who may change the pool may write anything.
  if (entries.length > maxReservations) return undefined;
  for (const [claim, address] of entries) {
    if (typeof address !== "string" || parseAddress(address) === undefined) return undefined;
    reservations.set(claim, address);
  }
  return { id: value["id"], reservations };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
