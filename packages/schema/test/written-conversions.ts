// Conversions that are written out by hand, with the schemas of their versions, and what the check finds wrong with them.
import type { JSONSchema } from "@capstan/kube/builtin";
import type { CheckedConversion, DeclaredLoss, JsonFields } from "../src/conversions/checked-conversion.ts";
import { conversionChecks } from "../src/conversions/conversion-checks.ts";

/** The annotation of kept data. */
export const annotation = "cluster.x-k8s.io/conversion-data";
/** Schemas of fields. */
export const string: JSONSchema = { type: "string" };
/** The same. */
export const integer: JSONSchema = { type: "integer" };
/** The schema of an object with these fields. */
export const object = (properties: Record<string, JSONSchema>, required: string[] = []): JSONSchema => ({
  type: "object",
  properties,
  ...(required.length > 0 ? { required } : {}),
});
/** The schema of a list. */
export const list = (items: JSONSchema): JSONSchema => ({ type: "array", items });
/** The schema of a kind. */
export const root = (spec: JSONSchema, status: JSONSchema = object({})): JSONSchema =>
  object({ apiVersion: string, kind: string, metadata: { type: "object" }, spec, status });

/** An object of the hub g.io/v2. */
export const hub = (spec: object): JsonFields => ({
  apiVersion: "g.io/v2",
  kind: "Foo",
  metadata: { name: "a" },
  spec,
});
/** The same of the spoke g.io/v1. */
export const spoke = (spec: object): JsonFields => ({ ...hub(spec), apiVersion: "g.io/v1" });

/** The fields that the cases below have in a spec. */
export interface Spec {
  readonly tags?: Readonly<Record<string, unknown>>;
  readonly pairs?: readonly { readonly key: string }[];
  readonly mode?: string;
  readonly ready?: string;
  readonly state?: string;
  readonly size?: number;
  readonly replicas?: number;
  readonly disks?: readonly Disk[];
  readonly disk?: Partial<Disk>;
  readonly u?: object;
  readonly w?: object;
}

/** An element that has data of the hub. */
export interface Disk {
  readonly cpus: number;
  readonly gpus?: number;
}

/** A conversion of the spec by two functions. */
export interface Case {
  readonly older: JSONSchema;
  readonly newer: JSONSchema;
  readonly up: (spec: Spec) => object;
  readonly down: (spec: Spec) => object;
  readonly losses?: readonly DeclaredLoss[];
}

/** A conversion that changes the spec by two functions and keeps the whole hub object where `keep` says so. */
export function conversion({ older, newer, up, down, losses = [] }: Case): CheckedConversion {
  return {
    hub: { apiVersion: "g.io/v2", schema: root(newer) },
    spoke: { apiVersion: "g.io/v1", schema: root(older) },
    losses,
    convert(from, to) {
      const { spec, metadata, ...rest } = structuredClone(from) as JsonFields;
      const { [annotation]: _, ...annotations } = ((metadata as JsonFields)["annotations"] ?? {}) as JsonFields;
      const { annotations: __, ...meta } = metadata as JsonFields;
      const own = Object.keys(annotations).length > 0 ? { ...meta, annotations } : meta;
      const body = spec as Spec | undefined;
      const changed = body === undefined ? {} : { spec: to.endsWith("v2") ? up(body) : down(body) };
      return { ...rest, ...changed, metadata: own, apiVersion: to };
    },
  };
}

/** The first lines of what the check finds wrong. */
export function verdict(checked: CheckedConversion, samples: { hub: object; spoke: object; other?: object }): string[] {
  return conversionChecks(checked).flatMap(({ check }) => {
    try {
      check({ other: samples.spoke, ...samples });
      return [];
    } catch (error) {
      return [(error as Error).message.split("\n")[0] ?? ""];
    }
  });
}

/** An object as conversions that keep data read it. */
export interface Keeping {
  readonly spec?: Spec;
  readonly metadata: { readonly annotations?: Readonly<Record<string, string>> };
}

/** Metadata with these annotations, or without any. */
export function annotated(meta: object, annotations: Readonly<Record<string, string>>): object {
  return Object.keys(annotations).length > 0 ? { ...meta, annotations } : meta;
}
