// What a kubeconfig that somebody else has written may be before it is parsed: parsing would hold the event loop, or overflow the stack.
import { jsonExcess } from "@capstan/kube";
import type * as yamlPackage from "yaml";
import { clientError } from "../errors.ts";

/** How large a kubeconfig of somebody else may be. */
export interface KubeconfigLimits {
  /** Bytes in UTF-8. Default: 64 KiB. */
  readonly bytes: number;
  /** Parts of YAML (names, values, punctuation, spaces, escapes), or values of JSON. Default: 4,000. */
  readonly parts: number;
  /** Levels of nesting. Default: 20. */
  readonly depth: number;
}

/** A kubeconfig with one cluster has about 10 KB, 100 parts and 7 levels. Within these limits any content is parsed within 30 ms. */
export const defaultKubeconfigLimits: KubeconfigLimits = { bytes: 64 * 1024, parts: 4000, depth: 20 };

const units: Readonly<Record<keyof KubeconfigLimits, string>> = {
  bytes: "bytes",
  parts: "parts",
  depth: "levels of nesting",
};

/** The package `yaml`, which is loaded only for content that is not JSON. */
export type Yaml = typeof yamlPackage;

interface Foreign {
  readonly file: string;
  readonly content: string;
  readonly limits: KubeconfigLimits;
}

/** Whether the content is read as JSON. */
export function isJson(content: string): boolean {
  return content.trimStart().startsWith("{");
}

/** Throws for content that exceeds a limit, or has what no kubeconfig needs; `yaml` is the parser of content that is not JSON. */
export function checkForeign(foreign: Foreign, yaml: Yaml | undefined): void {
  const { content, limits } = foreign;
  if (content.length > limits.bytes || Buffer.byteLength(content) > limits.bytes) throw excess(foreign, "bytes");
  if (yaml === undefined) checkJson(foreign);
  else checkYaml(foreign, yaml);
}

function checkJson(foreign: Foreign): void {
  const { parts, depth } = foreign.limits;
  const found = jsonExcess(Buffer.from(foreign.content), { values: parts, depth, shapes: parts });
  if (found !== undefined) throw excess(foreign, found === "depth" ? "depth" : "parts");
}

/** Parts of YAML that no kubeconfig needs: they repeat content, or give it another meaning. */
const forbidden: Readonly<Record<string, string>> = {
  alias: "aliases",
  anchor: "anchors",
  tag: "tags",
  "directive-line": "directives",
};

/** The levels that the parser adds: the document, a pair in a list, a scalar. */
const addedLevels = 3;

function checkYaml(foreign: Foreign, { CST, Lexer, Parser }: Yaml): void {
  const { limits } = foreign;
  const parser = new Parser();
  // Each escape that YAML does not have becomes an error of its own, with a stack.
  let parts = foreign.content.split("\\").length - 1;
  let isScalar = false;
  for (const part of new Lexer().lex(foreign.content)) {
    parts += 1;
    if (parts > limits.parts) throw excess(foreign, "parts");
    const what = isScalar ? undefined : forbidden[CST.tokenType(part) ?? ""];
    if (what !== undefined) throw notAllowed(foreign, what);
    if (isScalar && part === "<<") throw notAllowed(foreign, "merge keys");
    isScalar = part === CST.SCALAR;
    // The generator does its work when it is read.
    for (const _ of parser.next(part));
    if (parser.stack.length > limits.depth + addedLevels) throw excess(foreign, "depth");
  }
}

function excess({ file, limits }: Foreign, limit: keyof KubeconfigLimits): Error {
  const values = { limit: limits[limit].toLocaleString("en"), unit: units[limit] };
  return clientError("client/kubeconfig-limit", { file, ...values });
}

function notAllowed({ file }: Foreign, what: string): Error {
  const reason = `${what} are not allowed in a kubeconfig that does not come from a local file`;
  return clientError("client/bad-kubeconfig", { file, reason });
}
