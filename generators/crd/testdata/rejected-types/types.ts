import { defineResource } from "@capstan/contract/define";
import type { Int32, KubeObject, Resource } from "@capstan/kube";
import Thing from "./thing.ts";
import type { Gone } from "./thing.ts";
import type { Nowhere } from "./nowhere.ts";

enum Colour {
  Red = "Red",
}
class Car {
  wheels = 4;
}
interface Twice {
  a?: string;
}
interface Twice {
  b?: string;
}
interface One {
  kind: "One";
}
interface Two {
  kind: "Two";
}
interface Left {
  same?: string;
}
interface Right {
  same?: Int32;
}
interface Box<T> {
  inside?: Box<T[]>;
}
type Conditional<T> = T extends string ? "a" : "b";

export interface Wrong {
  any: any;
  unknown: unknown;
  object: object;
  empty: {};
  untyped;
  number: number;
  undefinedUnion: string | undefined;
  nothing: null;
  never: never;
  nothingness: void;
  big: bigint;
  call: () => void;
  method(): void;
  [computed]: string;
  date: Date;
  bytes: Uint8Array;
  map: Map<string, string>;
  tuple: [string, Int32];
  colour: Colour;
  car: Car;
  twice: Twice;
  conditional: Conditional<string>;
  mapped: { [K in "a" | "b"]: string };
  keys: keyof One;
  mixed: string | Int32;
  listOr: string | string[];
  objects: One | Two;
  literals: "a" | 1;
  same: "a" | "a";
  ratio: `${number}%`;
  intKeys: Record<Int32, string>;
  indexed: { [key: string]: string; a: string };
  conflict: Left & Right;
  notAnObject: Left & string;
  box: Box<string>;
  thing: Thing;
  gone: Gone;
  nowhere: Nowhere;
  misspelt: Int23;
  generic: Box;
  notNames: Pick<Left, string>;
  duplicate: string;
  duplicate: string;
  __proto__: string;
}

export interface Wrongs extends KubeObject<"test.capstan.dev/v1", "Wrongs"> {
  spec?: Wrong;
}
export const Wrongs: Resource<Wrongs> = defineResource({ apiVersion: "test.capstan.dev/v1", kind: "Wrongs" });
