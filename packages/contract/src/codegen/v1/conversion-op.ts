// The interface of value operations, and what they may ask about the object around them.
// Implemented by value-ops.ts and list-ops.ts, carried out by apply-rules.ts.
import type { Diagnostic } from "@capstan/kube";

/** What a conversion knows besides the object. */
export interface ConversionContext {
  /** The namespace of the object: references of older versions repeat it. */
  readonly namespace?: string;
  /** The apiVersion to use for a kind that a newer version names without one; undefined lets the operation choose. */
  apiVersionOf?(group: string, kind: string): string | undefined;
  /** Told what could not be kept or read; conversion itself never fails for it. */
  report?(problem: Diagnostic): void;
}

/** A change of form, both ways; undefined is an absent field. A value of an unexpected type passes through unchanged. */
export interface ConversionOp {
  toNewer(value: unknown, context: ConversionContext): unknown;
  toOlder(value: unknown, context: ConversionContext): unknown;
  /** The field that identifies an element, when the newer form is a list: what is kept returns element by element. */
  readonly key?: string;
}
