// What the conversion webhook needs of a kind: the generated conversions fit it structurally. Written by
// generators/conversion, called for each object of a ConversionReview.
import type { KubeObject } from "@capstan/kube";

/** The conversions of one kind between all its versions. */
export interface ConversionFunctions {
  readonly group: string;
  readonly kind: string;
  readonly plural: string;
  /** Every version that can be converted from and to. */
  readonly versions: readonly string[];
  /** The object in another version; what that version cannot hold is kept in the conversion-data annotation. */
  convert(object: KubeObject, toApiVersion: string): KubeObject;
}
