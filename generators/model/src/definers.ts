// The `define*` functions the reader looks for: what each makes, and how the constant that holds it is annotated.
// A table, read by reading/read-definitions.ts; a new `define*` function begins here.

/** What a definer makes. */
export type DefinitionKind = "kind" | "template" | "hook" | "conversion";

/** One function that definitions are made with. */
export interface Definer {
  readonly makes: DefinitionKind;
  /** The annotation of the constant, as an author would write it. */
  readonly annotation: string;
  /** What the call takes, for messages. */
  readonly takes: string;
}

const kind: Definer = {
  makes: "kind",
  annotation: "Resource<Foo>",
  takes: "one object literal with apiVersion and kind",
};

/** Every definer by name. */
export const definers: Readonly<Record<string, Definer>> = {
  defineResource: kind,
  defineInfraCluster: { ...kind, annotation: "Resource<FooCluster>" },
  defineInfraMachine: { ...kind, annotation: "Resource<FooMachine>" },
  defineTemplate: {
    makes: "template",
    annotation: "Resource<FooTemplate>",
    takes: "the constant of a kind, and an object literal or nothing",
  },
  defineHook: {
    makes: "hook",
    annotation: "Hook<FooRequest, FooResponse>",
    takes: "one object literal with apiVersion and name",
  },
  defineConversion: {
    makes: "conversion",
    annotation: "Conversion<Older, Newer>",
    takes: "one object literal with older and newer",
  },
};
