// The `define*` functions that the reader looks for: what each creates, and how its constant is annotated.
import { kindContracts } from "@capstan/contract/rules";

/** What a definer creates. */
export type DefinitionKind = "kind" | "template" | "hook" | "conversion";

/** One `define*` function. */
export interface Definer {
  readonly makes: DefinitionKind;
  /** The annotation of the constant, as an author writes it. */
  readonly annotation: string;
  /** The arguments of the call, for messages. */
  readonly takes: string;
  /** The JSON pointers of the argument at which a function may stand. */
  readonly functionsAt?: RegExp;
}

const kind: Definer = {
  makes: "kind",
  annotation: "Resource<Foo>",
  takes: "one object literal with apiVersion and kind",
};

const contractDefiners: Readonly<Record<string, Definer>> = Object.fromEntries(
  Object.values(kindContracts).map(({ definer, annotation }) => [definer, { ...kind, annotation }]),
);

/** Every definer by name. */
export const definers: Readonly<Record<string, Definer>> = {
  defineResource: kind,
  ...contractDefiners,
  defineTemplate: {
    makes: "template",
    annotation: "Resource<FooTemplate>",
    takes: "the constant of a kind, and optionally an object literal",
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
    functionsAt: /^\/(?:older|together)\/[^/]+\/(?:as\/(?:forward|back)|loses)$/,
  },
};
