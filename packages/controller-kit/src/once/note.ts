// The annotation in which an object says what was, or may have been, created for it in a cloud. It survives a killed manager and `clusterctl move`, which change the uid and
// drop the status.
import { createHash, randomUUID } from "node:crypto";
import { errorOf, formatKey, isJsonObject, keyOf, type KubeObject } from "@capstan/kube";
import { kitErrors } from "../kit-errors.ts";

/** What the annotation says. */
export interface OnceNote {
  /** Random, and never used for anything but `id`. */
  readonly seed: string;
  /** What the author gives to the cloud. It is made from the seed and the place of the object, so that it is of no use in a copy of the annotation. */
  readonly id: string;
  /** Random for each call of `create`; it is there from before the call until its effect is surely found. */
  readonly attempt?: string | undefined;
  /** What the cloud calls the thing that this object has. Once it is set, no other thing is taken. */
  readonly ref?: string | undefined;
}

/** Where a note is, or will be. */
export interface NotePlace {
  readonly object: KubeObject;
  /** The name of the annotation. */
  readonly annotation: string;
}

/** A note for an object that has none. */
export function newNote(place: NotePlace): OnceNote {
  const seed = randomUUID();
  return { seed, id: idOf(seed, place) };
}

/**
 * Reads the note of an object; undefined when it has none of its own. One that was copied from another object is not its own: following it would remove what belongs to that object. Throws `once/note`
 * for a value that no manager has written.
 */
export function readOnceNote(place: NotePlace): OnceNote | undefined {
  const text = noteTextOf(place);
  if (text === undefined) return undefined;
  const note = parseNote(text);
  if (note !== undefined) return note.id === idOf(note.seed, place) ? note : undefined;
  const { object, annotation } = place;
  const values = { annotation, kind: object.kind, key: formatKey(keyOf(object)) };
  throw errorOf(kitErrors, "once/note", { values });
}

/** The annotation as it stands on an object. */
export function noteTextOf({ object, annotation }: NotePlace): string | undefined {
  return object.metadata.annotations?.[annotation];
}

function idOf(seed: string, { object, annotation }: NotePlace): string {
  const { apiVersion, kind } = object;
  const place = [seed, apiVersion.split("/")[0], kind, formatKey(keyOf(object)), annotation];
  return createHash("sha256").update(JSON.stringify(place)).digest("hex").slice(0, 32);
}

function parseNote(text: string): OnceNote | undefined {
  const value = parseJson(text);
  if (!isJsonObject(value)) return undefined;
  const { seed, id, attempt, ref } = value;
  if (typeof seed !== "string" || typeof id !== "string" || !isOptional(attempt) || !isOptional(ref)) return undefined;
  return { seed, id, attempt, ref };
}

function isOptional(value: unknown): value is string | undefined {
  return value === undefined || (typeof value === "string" && value !== "");
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
