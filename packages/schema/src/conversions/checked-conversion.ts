// What the check of conversions is given: two versions with their schemas, a function that converts, and the losses that are declared.
import type { JSONSchema } from "@capstan/kube/builtin";

/** A JSON object. */
export type JsonFields = Record<string, unknown>;

/** One version of a kind, with the schema that the API server has for it. */
export interface CheckedVersion {
  readonly apiVersion: string;
  readonly schema: JSONSchema;
  /** The paths of fields whose strings are durations of Go. The schema has no type for them. */
  readonly durations?: readonly string[];
}

/** Values of the spoke that do not come back from the hub. Every other value of the field must. */
export interface DeclaredLoss {
  /** The field of the spoke: `spec.size`, `spec.disks[].size`, `spec.sites[*].cpu`. */
  readonly at: string | readonly string[];
  /** The field of the hub that has the value, if it has one: what the hub's schema rejects there is part of the loss. */
  readonly to?: string | readonly string[];
  /** Whether a value is lost; undefined is an absent field. Then the object, and the element of a list or map that the field is in. */
  readonly affects: (value: unknown, object: JsonFields, element: unknown) => boolean;
  /** What is lost becomes no value: it comes back absent or empty. Another value in its place, such as a default, is no part of the loss. */
  readonly dropped?: true;
  /** The types say that it can be lost: no object needs to show it. */
  readonly certain?: true;
  /** The one value that is lost, of a rule that lists its values. */
  readonly value?: string | number | boolean;
}

/** A field of which one version accepts values that the other rejects. The values stay as they are; a write of them is rejected there. */
export interface DifferentBounds {
  /** The types say that they differ, so no object needs to show it. */
  readonly certain?: true;
  readonly spoke: string | readonly string[];
  readonly hub: string | readonly string[];
}

/** A field that the hub keeps for the spoke. */
export interface KeptField {
  readonly at: string;
  /** Its value in objects of which nothing is kept. */
  readonly default?: unknown;
  /** The object that it is lost with: one that needs a field which the hub has elsewhere. */
  readonly inside?: string;
}

/** A field that the hub alone has, in an object of both versions. */
export interface OwnField {
  readonly at: string;
  /** The object around it. */
  readonly inside: string;
  /** Its default, which is tried as its value. */
  readonly default: unknown;
}

/** Values by the paths of their fields, which are all in one object, list element or map value. */
export type Example = Readonly<Record<string, unknown>>;

/** Examples of one rule: an object gets one of them at a time. */
export type Examples = readonly Example[];

/** The paths of fields that functions of an author convert, in each version. */
export interface FunctionFields {
  readonly hub: readonly string[];
  readonly spoke: readonly string[];
  /** Words that the functions know: maps get them as keys. */
  readonly words?: readonly string[];
}

/** The paths of the fields that one rule converts; in one version alone where the other has none. */
export interface RuledFields {
  readonly hub: readonly string[];
  readonly spoke: readonly string[];
}

/** A conversion between the hub and another version. */
export interface CheckedConversion {
  readonly hub: CheckedVersion;
  readonly spoke: CheckedVersion;
  /** Returns the object in the other version. */
  readonly convert: (object: object, toApiVersion: string) => object;
  /** Whether these are requests or responses of a hook, which are converted as a whole: of objects, the API server converts parts, too. */
  readonly areBodies?: boolean;
  /** Whether rules alone convert, and no function of an author's own, which could loop: no time limit is kept then, which takes longer than a small conversion. */
  readonly byRulesAlone?: boolean;
  /** The same by modules that were loaded again, each for one order of the objects; without functions of authors there is nothing to find. */
  readonly fresh?: readonly [CheckedConversion["convert"], CheckedConversion["convert"]];
  readonly losses?: readonly DeclaredLoss[];
  readonly bounds?: readonly DifferentBounds[];
  /** Values of each version that are tried beside random ones, for each rule. */
  readonly examples?: { readonly hub?: readonly Examples[]; readonly spoke?: readonly Examples[] };
  /** The fields of each rule: objects that have some of them and little else are tried, too, and a change of one changes no field of another rule. */
  readonly fields?: readonly RuledFields[];
  /** Fields that functions convert: values at the edges of their schemas are tried for sure. */
  readonly functions?: FunctionFields;
  /** Fields of the spoke that the hub keeps for it; those with a default have it when nothing is kept. */
  readonly keeps?: readonly (string | KeptField)[];
  /** Fields of the hub alone that have a default, and objects of both versions around them: what a client of the spoke changes in such an object leaves them as they were. */
  readonly owns?: readonly OwnField[];
  /** Other versions of the kind, whose clients read and write the hub's object too: what the hub keeps for the spoke must stay. */
  readonly others?: readonly CheckedVersion[];
  /** Paths at which the two versions have different objects, because a field has moved away from there or to there. */
  readonly reused?: readonly string[];
  /** Fields of the hub in objects that the spoke has too, though not in them: `spoke` is where their values are. */
  readonly movedIn?: readonly { readonly spoke: string; readonly hub: string }[];
  /**
   * Lists whose elements keep their own data when a client of the spoke changes the list around them: the paths in both versions. With `key`, a list that a form
   * converts, or a list and a map: the field tells the elements apart, whatever the schema says.
   */
  readonly elements?: readonly { readonly spoke: string; readonly hub: string; readonly key?: string }[];
}

/** Objects to check on: one of each version, and another of the spoke that edits are taken from. */
export interface CheckedSamples {
  readonly hub: object;
  readonly spoke: object;
  readonly other: object;
}

/** The annotation in which Cluster API keeps what a version cannot hold. */
export const conversionDataAnnotation = "cluster.x-k8s.io/conversion-data";

/** Objects of each version that the declared losses and bounds are looked for in. */
export interface LossSamples {
  readonly hub: readonly object[];
  readonly spoke: readonly object[];
}
