import { defineInfraMachine, defineResource, defineTemplate, type TemplateOf } from "@capstan/contract/define";
import type { Float, Int32, KubeObject, Resource } from "@capstan/kube";

/** @maxLength 63 */
export type Name = string;

export interface Tree {
  left?: Branch;
}
export interface Branch {
  right?: Tree[];
}
export interface Nothing {}
export interface A {
  type: "A";
  size?: Int32;
}
export interface B {
  type: "B";
  size?: string;
}
/** @union */
export type AorB = A | B;

interface C {
  type: "C";
  /** @default "c" */
  name?: string;
  /** @default 1 */
  size?: Int32;
}
interface D {
  type: "D";
  /** @default 1 */
  size?: Int32;
}
/** @union */
export type CorD = C | D;

/**
 * @atMostOneOf ratio nmae
 * @exactlyOneOf ratio label
 */
export interface BadSpec {
  ratio?: Float;
  tree?: Tree;
  nothing?: Nothing;
  /** @maxLength 253 */
  name?: Name;
  either?: AorB;
  other?: CorD;
  label: string;
}
export interface Bad extends KubeObject<"test.capstan.dev/v1", "Bad"> {
  spec?: BadSpec;
}
export const Bad: Resource<Bad> = defineResource({
  apiVersion: "test.capstan.dev/v1",
  kind: "Bad",
  printColumns: { Name: ".spec.name", Nmae: ".spec.nmae" },
});

export interface Bad2 extends KubeObject<"test.capstan.dev/v2", "Bad"> {
  spec?: { name?: Name };
}
export const Bad2: Resource<Bad2> = defineResource({ apiVersion: "test.capstan.dev/v2", kind: "Bad", scope: "Cluster" });

export interface BadMachine extends KubeObject<"test.capstan.dev/v1", "BadMachine"> {
  spec?: {
    providerID?: string;
    /** @immutable */
    image?: string;
  };
  status?: { initialization?: { provisioned?: boolean } };
}
export const BadMachine: Resource<BadMachine> = defineInfraMachine({
  apiVersion: "test.capstan.dev/v1",
  kind: "BadMachine",
  contracts: ["v1beta2"],
});
export const BadMachineTemplate: Resource<TemplateOf<BadMachine>> = defineTemplate(BadMachine, { omit: ["providerId"] });
