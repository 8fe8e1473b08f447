// The definition of the kind Foo for API servers that have definitions, and the clock of tests that use them.
import { type Clock, systemClock } from "@capstan/client";

/** Parts of the definition. */
export interface FooCrdParts {
  /** The schemas of its fields. */
  readonly properties: Readonly<Record<string, unknown>>;
  /** Further fields of its version. */
  readonly version?: Readonly<Record<string, unknown>>;
}

/** The definition of Foos of example.com/v1. */
export function fooCrd({ properties, version = {} }: FooCrdParts) {
  return {
    apiVersion: "apiextensions.k8s.io/v1",
    kind: "CustomResourceDefinition",
    metadata: { name: "foos.example.com" },
    spec: {
      group: "example.com",
      scope: "Namespaced",
      names: { kind: "Foo", plural: "foos", singular: "foo", listKind: "FooList" },
      versions: [
        {
          name: "v1",
          served: true,
          storage: true,
          schema: { openAPIV3Schema: { type: "object", properties } },
          ...version,
        },
      ],
    },
  } as const;
}

/** Twenty times as fast as the system clock. */
export const fastClock: Clock = {
  ...systemClock,
  now: () => performance.now() * 20,
  after: (ms, call) => systemClock.after(ms / 20, call),
};
