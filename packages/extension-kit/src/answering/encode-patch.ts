// Patches as responses have them: their type, and their JSON in base64. One value of a variable can be in the patch of every template of a
// request: patches of templates become text one by one, and their limit is checked as they are made.
import type { PatchType } from "@capstan/api/hooks/v1alpha1";
import {
  applyMergePatch,
  createMergePatch,
  deepEqual,
  eachJsonPatchOperation,
  excerpt,
  getAt,
  jsonLength,
  type JsonPatchOperation,
  parsePointer,
} from "@capstan/kube";
import type { TemplatePatch } from "../authoring/patches.ts";
import { extensionError } from "../errors.ts";
import { AnswerFault } from "../rules/answer-problem.ts";
import { lostChange, ofTemplates } from "../rules/patched-object.ts";
import { isPlain, isPlainWhere, plainValue } from "../rules/plain-answer.ts";
import { type EncodedPatch, TextPatch } from "./made-patch.ts";

/** Characters of all patches of one answer, in base64: twice as many as a caller of this kit takes, and half of what a server keeps of unread answers. */
const mostPatchCharacters = 16 * 1024 * 1024;

/** Operations are a JSON Patch, a document is a merge patch. */
export function encodePatch(patch: unknown): EncodedPatch {
  return {
    patchType: Array.isArray(patch) ? "JSONPatch" : "JSONMergePatch",
    patch: inBase64(JSON.stringify(patch)),
  };
}

function inBase64(text: string): string {
  return Buffer.from(text).toString("base64");
}

/** The patches of one answer, as far as they count. */
export class PatchBudget {
  #characters = 0;

  /** How many characters there are so far, in base64. */
  get characters(): number {
    return this.#characters;
  }

  /** How many characters of JSON there is room for. */
  get room(): number {
    return Math.floor(((mostPatchCharacters - this.#characters) / 4) * 3);
  }

  /** Counts the characters of a patch in base64; throws `extension/patches-too-large` when they are too many together. */
  add(characters: number): void {
    this.#characters += characters;
    if (this.#characters > mostPatchCharacters) throw tooLarge();
  }
}

function tooLarge(): Error {
  return extensionError("extension/patches-too-large", { limit: mostPatchCharacters });
}

/** How a change of a template is sent. */
export type PatchFormat = "json" | "merge";

/** A template as it arrived, and as it is to be. */
export interface TemplateChange {
  readonly from: unknown;
  readonly to: unknown;
  readonly format?: PatchFormat;
  /** Whether it is known that Cluster API takes over all of it. Default: false. */
  readonly isTaken?: boolean;
}

/** The patch of a template, undefined when nothing changed; it counts. */
export function templatePatch(uid: string, change: TemplateChange, budget: PatchBudget): TemplatePatch | undefined {
  const made = (change.format === "merge" && mergeText(change, budget.room)) || operationsText(change, budget.room);
  if (made === undefined) return undefined;
  if (change.isTaken !== true) checkTaken(change);
  const patch = inBase64(made.json);
  budget.add(patch.length);
  return new TextPatch(uid, { patchType: made.patchType, patch });
}

/** A patch before it is encoded. */
interface PatchText {
  readonly patchType: PatchType;
  readonly json: string;
}

/** The JSON of the operations. Each is measured before it is written: a value can be in many places of the template, below names that are long. */
function operationsText({ from, to }: TemplateChange, room: number): PatchText | undefined {
  const operations: string[] = [];
  let left = room;
  eachJsonPatchOperation(from, to, (operation) => {
    left -= jsonLength(operation, left);
    if (left < 0) throw tooLarge();
    operations.push(JSON.stringify(plainOperation(operation, from)));
  });
  return operations.length === 0 ? undefined : { patchType: "JSONPatch", json: `[${operations.join(",")}]` };
}

/** The operation with what JSON says of its value. Throws an AnswerFault for what it cannot say. */
function plainOperation(operation: JsonPatchOperation, template: unknown): JsonPatchOperation {
  if (!("value" in operation) || isPlain(operation.value)) return operation;
  const value = plainValue(operation.value, [kindOf(template), ...parsePointer(operation.path)]);
  return { ...operation, value };
}

/** The JSON of the document to merge; undefined when nothing changed, and when merging it does not give what is wanted: a null in it removes a field. The values of operations are checked, so these are made of what is no plain JSON. */
function mergeText({ from, to }: TemplateChange, room: number): PatchText | undefined {
  // The patch has copies of values that can be in many places.
  if (jsonLength(to, room) > room) throw tooLarge();
  const patch = createMergePatch(from, to);
  if (patch === undefined || !isPlainWhere(patch, to) || !deepEqual(applyMergePatch(from, patch), to)) return undefined;
  return { patchType: "JSONMergePatch", json: JSON.stringify(patch) };
}

/** A change that Cluster API would not take over is a mistake of the function that made it. */
function checkTaken({ from, to }: TemplateChange): void {
  const lost = lostChange(from, to, ofTemplates);
  if (lost === undefined) return;
  const problem = `${kindOf(from)}: ${lost}`;
  throw new AnswerFault({ code: "extension/patch-invalid", path: "the changed template", problem });
}

function kindOf(template: unknown): string {
  const kind = getAt(template, ["kind"]);
  return typeof kind === "string" ? excerpt(kind) : "template";
}

/** The encoded patch of an item of a payload; undefined for what is no item with a patch. */
export function encodedItem(item: Readonly<Record<string, unknown>>): EncodedPatch | undefined {
  const known = TextPatch.encodedOf(item);
  if (known !== undefined) return known;
  return item["patch"] === undefined ? undefined : encodePatch(item["patch"]);
}
