// Seeded changes of a public API, each with the size that must be found. Each becomes a package of its own; `before` and
// `after` are its sources. No size is computed here: they were written by hand, from what happens to the callers.
import type { Size } from "../compare/size.ts";

/** One change. */
export interface SeededChange {
  readonly title: string;
  readonly before: string;
  readonly after: string;
  /** The names that must be reported, all others must not. */
  readonly want: Readonly<Record<string, Size>>;
}

const client = `export interface Client { get(path: string): string; find(path: string | number): string }`;

/** The changes, by kind. */
export const seededChanges: readonly SeededChange[] = [
  {
    title: "removed export",
    before: `export const kept: number = 1;\nexport function gone(): void {}`,
    after: `export const kept: number = 1;`,
    want: { gone: "major" },
  },
  {
    title: "renamed export",
    before: `export function oldName(text: string): string { return text; }`,
    after: `export function newName(text: string): string { return text; }`,
    want: { oldName: "major", newName: "minor" },
  },
  {
    title: "new export",
    before: `export const a: number = 1;`,
    after: `export const a: number = 1;\nexport const b: number = 2;`,
    want: { b: "minor" },
  },
  {
    title: "parameter narrowed",
    before: `export function read(path: string | number): void { void path; }`,
    after: `export function read(path: string): void { void path; }`,
    want: { read: "major" },
  },
  {
    title: "parameter widened",
    before: `export function read(path: string): void { void path; }`,
    after: `export function read(path: string | number): void { void path; }`,
    want: { read: "minor" },
  },
  {
    title: "result widened",
    before: `export function find(): string { return ""; }`,
    after: `export function find(): string | undefined { return ""; }`,
    want: { find: "major" },
  },
  {
    title: "result narrowed",
    before: `export function find(): string | undefined { return ""; }`,
    after: `export function find(): string { return ""; }`,
    want: { find: "minor" },
  },
  {
    title: "new required parameter",
    before: `export function write(path: string): void { void path; }`,
    after: `export function write(path: string, text: string): void { void [path, text]; }`,
    want: { write: "major" },
  },
  {
    title: "new optional parameter",
    before: `export function write(path: string): void { void path; }`,
    after: `export function write(path: string, text?: string): void { void [path, text]; }`,
    want: { write: "minor" },
  },
  {
    title: "optional parameter removed",
    before: `export function write(path: string, text?: string): void { void [path, text]; }`,
    after: `export function write(path: string): void { void path; }`,
    want: { write: "major" },
  },
  {
    title: "new required option",
    before: `export interface Options { a: string }\nexport function start(options: Options): void { void options; }`,
    after: `export interface Options { a: string; b: string }\nexport function start(options: Options): void { void options; }`,
    want: { Options: "major" },
  },
  {
    title: "new optional option",
    before: `export interface Options { a: string }\nexport function start(options: Options): void { void options; }`,
    after: `export interface Options { a: string; b?: string }\nexport function start(options: Options): void { void options; }`,
    want: { Options: "minor" },
  },
  {
    title: "optional option removed",
    before: `export interface Options { a: string; b?: string }`,
    after: `export interface Options { a: string }`,
    want: { Options: "major" },
  },
  {
    title: "new optional option, in a type that is not exported",
    before: `interface Options { a: string }\nexport function start(options: Options): void { void options; }`,
    after: `interface Options { a: string; b?: string }\nexport function start(options: Options): void { void options; }`,
    want: { start: "minor" },
  },
  {
    title: "option removed, in a type that is not exported",
    before: `interface Options { a: string; b?: string }\nexport function start(options: Options): void { void options; }`,
    after: `interface Options { a: string }\nexport function start(options: Options): void { void options; }`,
    want: { start: "major" },
  },
  {
    title: "optional member became required in a result",
    before: `export function look(): { a?: string } { return {}; }`,
    after: `export function look(): { a: string } { return { a: "" }; }`,
    want: { look: "minor" },
  },
  {
    title: "type argument's constraint narrowed",
    before: `export function wrap<T extends string | number>(value: T): T[] { return [value]; }`,
    after: `export function wrap<T extends string>(value: T): T[] { return [value]; }`,
    want: { wrap: "major" },
  },
  {
    title: "type argument's constraint widened",
    before: `export function wrap<T extends string>(value: T): T[] { return [value]; }`,
    after: `export function wrap<T extends string | number>(value: T): T[] { return [value]; }`,
    want: { wrap: "minor" },
  },
  {
    title: "constraint of a generic type narrowed",
    before: `export interface Box<T extends string | number> { value: T }`,
    after: `export interface Box<T extends string> { value: T }`,
    want: { Box: "major" },
  },
  {
    title: "method parameter narrowed (tsc alone does not tell)",
    before: client,
    after: client.replace("string | number", "string"),
    want: { Client: "major" },
  },
  {
    title: "method parameter narrowed in a result",
    before: `export function connect(): { find(path: string | number): void } { return { find() {} }; }`,
    after: `export function connect(): { find(path: string): void } { return { find() {} }; }`,
    want: { connect: "major" },
  },
  {
    title: "readonly added (tsc alone does not tell)",
    before: `export interface Settings { level: number }`,
    after: `export interface Settings { readonly level: number }`,
    want: { Settings: "major" },
  },
  {
    title: "readonly taken away",
    before: `export interface Settings { readonly level: number }`,
    after: `export interface Settings { level: number }`,
    want: { Settings: "minor" },
  },
  {
    title: "readonly added to what users pass",
    before: `export function set(values: { level: number }): void { void values; }`,
    after: `export function set(values: { readonly level: number }): void { void values; }`,
    want: { set: "patch" },
  },
  {
    title: "list in a result became readonly",
    before: `export function all(): string[] { return []; }`,
    after: `export function all(): readonly string[] { return []; }`,
    want: { all: "major" },
  },
  {
    title: "union of an exported type widened",
    before: `export type Level = "low" | "high";`,
    after: `export type Level = "low" | "middle" | "high";`,
    want: { Level: "major" },
  },
  {
    title: "union widened where users give it",
    before: `export function set(level: "low" | "high"): void { void level; }`,
    after: `export function set(level: "low" | "middle" | "high"): void { void level; }`,
    want: { set: "minor" },
  },
  {
    title: "union widened where users receive it",
    before: `export function get(): "low" | "high" { return "low"; }`,
    after: `export function get(): "low" | "middle" | "high" { return "low"; }`,
    want: { get: "major" },
  },
  {
    title: "union narrowed where users receive it",
    before: `export function get(): "low" | "middle" | "high" { return "low"; }`,
    after: `export function get(): "low" | "high" { return "low"; }`,
    want: { get: "minor" },
  },
  {
    title: "overload removed",
    before: `export function parse(text: string): string;\nexport function parse(bytes: Uint8Array): string;\nexport function parse(input: unknown): string { return String(input); }`,
    after: `export function parse(text: string): string { return text; }`,
    want: { parse: "major" },
  },
  {
    title: "overload added",
    before: `export function parse(text: string): string { return text; }`,
    after: `export function parse(text: string): string;\nexport function parse(bytes: Uint8Array): string;\nexport function parse(input: unknown): string { return String(input); }`,
    want: { parse: "minor" },
  },
  {
    title: "default of a type parameter changed",
    before: `export interface Box<T = string> { value: T }`,
    after: `export interface Box<T = number> { value: T }`,
    want: { Box: "major" },
  },
  {
    title: "type parameter with a default added",
    before: `export interface Box<T> { value: T }`,
    after: `export interface Box<T, U = string> { value: T; more?: U }`,
    want: { Box: "minor" },
  },
  {
    title: "class: method added, private members",
    before: `export class Store { #all: string[] = []; add(one: string): void { this.#all.push(one); } }`,
    after: `export class Store { #all: string[] = []; add(one: string): void { this.#all.push(one); } clear(): void { this.#all = []; } }`,
    want: { Store: "minor" },
  },
  {
    title: "class: method added, and others can stand for it",
    before: `export class Point { x: number = 0; }`,
    after: `export class Point { x: number = 0; move(): void {} }`,
    want: { Point: "major" },
  },
  {
    title: "class: method removed",
    before: `export class Store { add(): void {} clear(): void {} }`,
    after: `export class Store { add(): void {} }`,
    want: { Store: "major" },
  },
  {
    title: "class: constructor's parameter narrowed (tsc alone does not tell)",
    before: `export class Store { constructor(path: string | number) { void path; } }`,
    after: `export class Store { constructor(path: string) { void path; } }`,
    want: { Store: "major" },
  },
  {
    title: "class: constructor became private",
    before: `export class Store { constructor() {} static open(): Store { return new Store(); } }`,
    after: `export class Store { private constructor() {} static open(): Store { return new Store(); } }`,
    want: { Store: "major" },
  },
  {
    title: "class: static method's parameter narrowed",
    before: `export class Store { static open(path: string | number): void { void path; } }`,
    after: `export class Store { static open(path: string): void { void path; } }`,
    want: { Store: "major" },
  },
  {
    title: "callback gets one argument more",
    before: `export function each(call: (item: string) => void): void { void call; }`,
    after: `export function each(call: (item: string, index: number) => void): void { void call; }`,
    want: { each: "minor" },
  },
  {
    title: "callback gets one argument less",
    before: `export function each(call: (item: string, index: number) => void): void { void call; }`,
    after: `export function each(call: (item: string) => void): void { void call; }`,
    want: { each: "major" },
  },
  {
    title: "result became any",
    before: `export function load(): string { return ""; }`,
    after: `export function load(): any { return ""; }`,
    want: { load: "major" },
  },
  {
    title: "documentation alone",
    before: `/** Adds. */\nexport function add(a: number): number { return a; }`,
    after: `/** Adds one. */\nexport function add(a: number): number { return a; }`,
    want: {},
  },
  {
    title: "body alone",
    before: `export function add(a: number): number { return a; }`,
    after: `export function add(a: number): number { return a + 1; }`,
    want: {},
  },
  {
    title: "written in another way",
    before: `export interface Both { a: string; b: number }`,
    after: `interface A { a: string }\nexport interface Both extends A { b: number }`,
    want: { Both: "patch" },
  },
  {
    title: "constant's value changed, its type is the value",
    before: `export const apiVersion = "v1";`,
    after: `export const apiVersion = "v2";`,
    want: { apiVersion: "major" },
  },
  {
    title: "conditional type, another branch",
    before: `export type Name<T> = T extends string ? T : never;`,
    after: `export type Name<T> = T extends string ? T : undefined;`,
    want: { Name: "major" },
  },
  {
    title: "an optional member that other types count on",
    before: `export interface Parts { a?: string }\nexport type PartName = keyof Parts;`,
    after: `export interface Parts { a?: string; b?: string }\nexport type PartName = keyof Parts;`,
    want: { Parts: "minor", PartName: "major" },
  },
  {
    title: "a value is now a type only",
    before: `export class Store { a: number = 1; }`,
    after: `export interface Store { a: number }`,
    want: { Store: "major" },
  },
];

/** Two packages that refer to each other's types. */
export const packagePair: Readonly<
  Record<"left" | "right", { before: string; after: string; want: Readonly<Record<string, Size>> }>
> = {
  left: {
    before: `import type { RightOptions } from "@fixture/right";
export interface LeftOptions { right?: RightOptions }
export type RightName = keyof RightOptions;
export interface Moved { a: string }
export function open(options: RightOptions): LeftOptions { return { right: options }; }`,
    after: `import type { RightOptions } from "@fixture/right";
export interface LeftOptions { right?: RightOptions }
export type RightName = keyof RightOptions;
export type { Moved } from "@fixture/right";
export function open(options: RightOptions & { readonly depth?: number }): LeftOptions { return { right: options }; }`,
    // The type moved to the other package and is still exported here; RightName has its text from before, and one name more.
    want: { Moved: "patch", RightName: "major", open: "minor" },
  },
  right: {
    before: `import type { LeftOptions } from "@fixture/left";
export interface RightOptions { left?: LeftOptions }
export function close(options: LeftOptions): void { void options; }`,
    after: `import type { LeftOptions } from "@fixture/left";
export interface RightOptions { left?: LeftOptions; deep?: boolean }
export interface Moved { a: string }
export function close(options: LeftOptions | string): void { void options; }`,
    want: { RightOptions: "minor", Moved: "minor", close: "minor" },
  },
};
