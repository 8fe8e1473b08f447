// The values that Go templates in patches of a ClusterClass have for a template, with the errors of core.
import { errorFrom, isJsonObject, type JSONValue } from "@capstan/kube";
import { parseYaml } from "@capstan/schema/yaml";
import { checkGoTemplate, patchTemplate, renderTemplate } from "../go-template/go-template.ts";
import { TemplateError, UnplayedTemplate, goQuoted } from "../go-template/go-errors.ts";
import type { PatchVariables } from "./variable-path.ts";

/**
 * The value that a Go template of a patch has, as Cluster API's core renders it with these values of variables; throws an error with the message of
 * core. Some functions of core are not simulated: a template that calls one of them throws an error that begins with `not simulated: `.
 */
export function templateValue(template: string, variables: PatchVariables): JSONValue {
  parsed(template);
  return valueOf(rendered(template, variables));
}

/** Whether a patch is applied; without a template, it is. */
export function isEnabled(enabledIf: string, variables: PatchVariables): boolean {
  if (enabledIf === "") return true;
  try {
    return templateValue(enabledIf, variables) === true;
  } catch (error) {
    throw wrapped("failed to calculate value for enabledIf", error);
  }
}

/** What a template has that is not simulated; undefined where it is. One that Go rejects is: it fails as there. */
export function unplayedPart(template: string): string | undefined {
  try {
    checkGoTemplate(template, patchTemplate);
    return undefined;
  } catch (error) {
    return error instanceof UnplayedTemplate ? error.part : undefined;
  }
}

/** An error behind what was tried. */
export function wrapped(what: string, error: unknown): Error {
  if (error instanceof UnplayedTemplate) return error;
  return new Error(`${what}: ${errorFrom(error).message}`, { cause: error });
}

function parsed(template: string): void {
  try {
    checkGoTemplate(template, patchTemplate);
  } catch (error) {
    throw wrapped(`failed to parse template: ${goQuoted(template)}`, error);
  }
}

function rendered(template: string, variables: PatchVariables): string {
  try {
    return renderTemplate(template, patchTemplate, variables);
  } catch (error) {
    if (!(error instanceof TemplateError)) throw error;
    throw wrapped(`failed to render template: ${goQuoted(template)}`, error);
  }
}

/** YAML, of which JSON is a part. Of several documents core reads the first, of several values of a key the last. What is not YAML as a whole is an error; core may still read a value at its beginning. */
function valueOf(text: string): JSONValue {
  const { documents, diagnostics } = parseYaml(text, { duplicateKeys: "last" });
  const found = diagnostics.find(({ severity }) => severity === "error")?.message;
  const problem = found ?? (text.trimStart().startsWith("%") ? "found unexpected directive" : undefined);
  if (problem !== undefined) {
    const start = `failed to unmarshal rendered template: ${goQuoted(text)}`;
    throw new Error(`${start}: error converting YAML to JSON: yaml: ${problem}`);
  }
  const value: JSONValue = JSON.parse(JSON.stringify(documents[0]?.value ?? null));
  return text.endsWith("\n") ? value : withOwnEnd(value, text.slice(text.lastIndexOf("\n") + 1).trimStart());
}

/** A block such as that of `|` ends with a line break where the text does: Go adds none to its last line. */
function withOwnEnd(value: JSONValue, lastLine: string): JSONValue {
  if (typeof value === "string") return lastLine !== "" && value.endsWith(`${lastLine}\n`) ? value.slice(0, -1) : value;
  if (Array.isArray(value))
    return value.map((each, index) => (index === value.length - 1 ? withOwnEnd(each, lastLine) : each));
  if (!isJsonObject(value)) return value;
  const last = Object.keys(value).at(-1);
  return Object.fromEntries(
    Object.entries(value).map(([name, each]) => [name, name === last ? withOwnEnd(each, lastLine) : each]),
  );
}
