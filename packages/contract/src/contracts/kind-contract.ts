// Which contracts exist, and what a record of a kind has. Everything that is specific to a kind of provider object reads its record: the compile errors of its
// define function, the checks of its schema, `capstan explain`, and the readers and writers of its fields.
import type { DiagnosticRule } from "@capstan/kube";
import type { Shape } from "./shape.ts";
import type { KindWorkflow, OwnerKind } from "./kind-workflow.ts";
import type { sharedBounds, sharedFields } from "./shared-fields.ts";

/** The contracts between Cluster API's core and a provider, oldest first. */
export type ContractVersion = "v1beta1" | "v1beta2";

/** Every contract version, oldest first; core prefers the last one a CRD is labeled with. */
export const contractVersions: readonly ContractVersion[] = ["v1beta1", "v1beta2"];

/** What is wrong and what to do about it. */
export interface ProblemText {
  readonly message: string;
  readonly help: string;
}

/** What a contract reads at one path: `missing` is the error when the field is not declared, `required` the error when it is not optional. */
interface FieldParts {
  readonly name: string;
  /** The id of its rule, without the name of the kind. */
  readonly rule: string;
  /** The contracts that read it. */
  readonly contracts: readonly ContractVersion[];
  readonly path: string;
  /** The first version of Cluster API that reads it, where that is later than the contract. */
  readonly since?: string;
  readonly shape: Shape;
  readonly missing?: ProblemText;
  readonly wrong: ProblemText;
  readonly required?: ProblemText;
}

/** Who reads what the provider writes, where core does not copy it: core, which acts on it; the scale subresource; or people and their tools. */
export type FieldReader = "core" | "scale" | "users";

/**
 * A field with who sets it, the controller of the provider or core's topology controller and users, and who reads it. `into` is where core puts it in
 * the object that refers to the provider's. A field that nobody reads is not one of a contract: its record does not compile.
 */
export type ContractField = FieldParts &
  (
    | {
        readonly writer: "provider" | "core";
        readonly into: string | Readonly<Partial<Record<OwnerKind, string>>>;
        readonly readBy?: undefined;
      }
    | { readonly writer: "provider"; readonly readBy: FieldReader; readonly into?: undefined }
    | { readonly writer: "core"; readonly readBy: "provider"; readonly into?: undefined }
  );

/** A demand on the schema at a path. */
export type Demand =
  | { readonly keyword: "maxItems" | "maxLength" | "maximum"; readonly atMost: number }
  | { readonly keyword: "minProperties"; readonly atLeast: number }
  | { readonly listType: "atomic" }
  | { readonly listMapKeys: readonly string[] }
  | { readonly shape: Shape }
  | { readonly absent: true };

/** What a schema must declare at a path, when it has the path. Types have no lengths and list keys, so the generator alone reports these. */
export interface BoundRule extends ProblemText {
  readonly rule: string;
  readonly contracts: readonly ContractVersion[];
  /** Whether it is a rule for the template of the kind. */
  readonly ofTemplate?: true;
  readonly path: string;
  readonly demand: Demand;
}

/** What a kind must declare if it declares a field: other fields, or the scale subresource. Core accepts a kind without them, so the generator warns. */
export type CompanionRule = {
  readonly rule: string;
  readonly contracts: readonly ContractVersion[];
  /** The path of the field. */
  readonly of: string;
  readonly help: string;
} & (
  | {
      /** The paths of the fields that it needs. */
      readonly needs: readonly string[];
      /** The path of a field that replaces them. */
      readonly orElse?: string;
    }
  | { readonly needsScale: true }
);

/** Fields that several kinds have, by name. */
export type SharedFieldName = keyof typeof sharedFields;
/** Bounds that several kinds have, by name. */
export type SharedBoundName = keyof typeof sharedBounds;

/** What a contract says of the template of a kind: that there must or should be one, or that there is none. */
export type TemplateDemand = "required" | "recommended" | "none";

/** A record: one kind of provider object. What its rules demand and why is beside it, by the same ids. */
export interface KindContract {
  /** What objects of the kind are, for pages and for `capstan explain`. */
  readonly about: string;
  /** What the ids of its rules begin with. */
  readonly rules: string;
  /** The function that defines such a kind. */
  readonly definer: string;
  /** An annotation of its constant, for messages. */
  readonly annotation: string;
  /** What the names of such kinds end with; empty when there is no convention. */
  readonly suffix: string;
  /** Whether core finds the contract of such a kind by a label of its CRD, and expects it in a namespace. */
  readonly isReadByContract: boolean;
  /** The name of the boolean that core waits for; empty when there is none. */
  readonly flag: string;
  /** Whether objects are created from templates, and whether the contract demands that there is one. */
  readonly template: TemplateDemand;
  /** What core and the controllers of the kind do with its objects. */
  readonly workflow: KindWorkflow;
  /** In the order they are checked. */
  readonly fields: readonly (SharedFieldName | ContractField)[];
  readonly bounds: readonly (SharedBoundName | BoundRule)[];
  /** Fields that need others beside them. */
  readonly companions?: readonly CompanionRule[];
}

/** The fields of a record, with those that it shares. */
export type FieldsOf<K extends KindContract> = Flattened<K["fields"], typeof sharedFields>;

/** The bounds of a record, with those that it shares. */
type BoundsOf<K extends KindContract> = Flattened<K["bounds"], typeof sharedBounds>;

type Flattened<Entries, Shared> = Entries extends readonly [infer First, ...infer Rest]
  ? [...(First extends keyof Shared ? Extract<Shared[First], readonly unknown[]> : [First]), ...Flattened<Rest, Shared>]
  : [];

type RulesIn<Parts> = Parts extends readonly { readonly rule: infer Rule extends string }[] ? Rule : never;

/** The ids of a record's rules, without the name of the kind. */
export type RulesOf<K extends KindContract> =
  | RulesIn<FieldsOf<K>>
  | RulesIn<BoundsOf<K>>
  | (K["suffix"] extends "" ? never : "kind-convention")
  | (K["isReadByContract"] extends true ? "contract-label" | "scope" : never)
  | (K["template"] extends "none" ? never : "template");

/** What each rule of a record demands, and why. */
export type Explained<K extends KindContract> = Readonly<Record<RulesOf<K>, DiagnosticRule>>;
