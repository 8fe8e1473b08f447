// Pairs with unions of objects: which fields an object has depends on its type.
import type { HardPair } from "./pair-table.ts";

const image = `interface Image { type: "Image"; image: string }
interface Snap { type: "Snap"; snapshot: string }
/** @union */
export type Source = Image | Snap;`;
const imageRef = `interface ImageRef { type: "ImageRef"; imageRef: string }
interface SnapRef { type: "Snap"; snapshot: string }
/** @union */
export type SourceRef = ImageRef | SnapRef;`;

/** The pairs. */
export const unionPairs: readonly HardPair[] = [
  {
    name: "a union that both versions have alike, beside a field with another name",
    older: "spec?: { source?: Source; a?: string }",
    newer: "spec?: { source?: Source; b?: string }",
    rules: `older: { "spec.a": { to: "spec.b" } }`,
    more: image,
    want: "proved",
  },
  {
    name: "a union whose member has another name and field, by functions",
    older: "spec?: { source?: Source }",
    newer: "spec?: { source?: SourceRef }",
    rules: `older: { "spec.source": { as: {
      forward: (one: Source): SourceRef => (one.type === "Image" ? { type: "ImageRef", imageRef: one.image } : one),
      back: (one: SourceRef): Source => (one.type === "ImageRef" ? { type: "Image", image: one.imageRef } : one) } } }`,
    more: `${image}\n${imageRef}`,
    want: "proved",
  },
  {
    name: "a union whose member has another name and field, by functions that forget the field",
    older: "spec?: { source?: Source }",
    newer: "spec?: { source?: SourceRef }",
    rules: `older: { "spec.source": { as: {
      forward: (one: Source): SourceRef => (one.type === "Image" ? ({ type: "ImageRef" } as SourceRef) : one),
      back: (one: SourceRef): Source => (one.type === "ImageRef" ? { type: "Image", image: one.imageRef } : one) } } }`,
    more: `${image}\n${imageRef}`,
    want: { fails: "when type is ImageRef" },
  },
];
