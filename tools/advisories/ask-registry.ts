// Asks a registry for advisories, as npm does: all names and versions in one request.
import { describeError, isJsonObject } from "@capstan/kube";
import { satisfies, validRange } from "semver";
import type { PackageVersions } from "./production-packages.ts";

/** A known hole of one version. */
export interface Finding {
  readonly name: string;
  readonly version: string;
  readonly severity: string;
  readonly title: string;
  readonly url: string;
}

/** What a registry answered: what it knows, or why it says nothing. */
export type RegistryAnswer = { readonly findings: readonly Finding[] } | { readonly noAnswer: string };

/** Where npm asks. */
const path = "-/npm/v1/security/advisories/bulk";
/** Registries that do not have the path. */
const absent: ReadonlySet<number> = new Set([404, 405, 410, 501]);
const timeoutMs = 30_000;
const largestAnswer = 16 * 1024 * 1024;

/** Asks; never rejects. */
export async function askRegistry(registry: string, packages: PackageVersions): Promise<RegistryAnswer> {
  const body = JSON.stringify(Object.fromEntries([...packages].map(([name, versions]) => [name, [...versions]])));
  try {
    const response = await fetch(new URL(path, registry.endsWith("/") ? registry : `${registry}/`), {
      method: "POST",
      headers: { "content-type": "application/json", accept: "application/json" },
      body,
      redirect: "error",
      signal: AbortSignal.timeout(timeoutMs),
    });
    if (absent.has(response.status))
      return { noAnswer: `the registry does not offer advisories (HTTP ${response.status})` };
    if (!response.ok) return { noAnswer: `the registry answered HTTP ${response.status}` };
    return readAnswer(await readText(response), packages);
  } catch (error) {
    return { noAnswer: `the registry did not answer: ${describeError(error)}` };
  }
}

async function readText(response: Response): Promise<string> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of response.body ?? []) {
    size += chunk.byteLength;
    if (size > largestAnswer) throw new Error(`the answer is larger than ${largestAnswer} bytes`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString("utf8");
}

/** An answer that is not understood must not look like one without advisories. */
function readAnswer(text: string, packages: PackageVersions): RegistryAnswer {
  let answer: unknown;
  try {
    answer = JSON.parse(text);
  } catch {
    return { noAnswer: "the registry's answer is not JSON" };
  }
  if (!isJsonObject(answer)) return { noAnswer: "the registry's answer is not an object of advisories" };
  const findings: Finding[] = [];
  for (const [name, advisories] of Object.entries(answer)) {
    for (const advisory of Array.isArray(advisories) ? advisories : [advisories]) {
      const range: unknown = isJsonObject(advisory) ? advisory["vulnerable_versions"] : undefined;
      if (!isJsonObject(advisory) || typeof range !== "string" || validRange(range) === null)
        return { noAnswer: `the registry's answer about ${printable(name)} has no range of versions` };
      // The registry may answer with every advisory of a name.
      for (const version of packages.get(name) ?? [])
        if (satisfies(version, range, { includePrerelease: true })) findings.push(findingOf(name, version, advisory));
    }
  }
  return { findings };
}

function findingOf(name: string, version: string, advisory: Readonly<Record<string, unknown>>): Finding {
  const field = (key: string): string => {
    const value = advisory[key];
    return typeof value === "string" ? printable(value) : "";
  };
  return { name, version, severity: field("severity"), title: field("title"), url: field("url") };
}

/** What a registry says goes to a terminal: no control or bidirectional characters. */
function printable(text: string): string {
  return text.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, "?").slice(0, 200);
}
