// A request without its secrets: masks in place of those of variables and settings, whose schemas a mask of the same form fits, and digests in place of those of templates.
import { isJsonObject } from "@capstan/kube";
import type { Extension } from "../authoring/define-extension.ts";
import { mapFields, mapList, replaceSecrets, type SecretNames, type SecretRules } from "./replace-secrets.ts";

/** The names that an extension declares. */
export function secretsOf({ handlers, settings }: Pick<Extension, "handlers" | "settings">): SecretNames {
  return {
    variables: new Set(handlers.flatMap(({ secrets = [] }) => secrets)),
    settings: new Set(Object.keys(settings).filter((name) => settings[name]?.secret === true)),
  };
}

/** A request without secrets. */
export interface MaskedRequest {
  readonly request: Readonly<Record<string, unknown>>;
  /** Whether it had any. */
  readonly masked: boolean;
}

/** The secrets that are declared, and the rules for templates. */
export interface Masking {
  readonly names: SecretNames;
  readonly templates: SecretRules;
}

/** A copy of the request, which is JSON, without what is secret. */
export function maskRequest(json: string, { names, templates }: Masking): MaskedRequest {
  const sent: Readonly<Record<string, unknown>> = JSON.parse(json);
  const rules: SecretRules = { names, textFor: maskOfText };
  const masked = (value: unknown, name: string): unknown => replacedField(name, value, rules);
  const ofItem = (item: unknown): unknown =>
    isJsonObject(item)
      ? mapFields(item, (value, name) => (name === "object" ? replaceSecrets(value, templates) : masked(value, name)))
      : item;
  const request = mapFields(sent, (value, name) =>
    name === "items" && Array.isArray(value) ? mapList(value, ofItem) : masked(value, name),
  );
  return { request, masked: request !== sent };
}

/** The value of a field, which may be secret by its name. */
function replacedField(name: string, value: unknown, rules: SecretRules): unknown {
  const replaced = replaceSecrets({ [name]: value }, rules);
  return isJsonObject(replaced) ? replaced[name] : value;
}

/** Characters that stay: they separate words. */
const separators = " \t\r\n:/.@=_-";

/** The mask of a string: of the same length and form, so that it fits most schemas. */
function maskOfText(text: string): string {
  return Array.from(text, maskOfCharacter).join("");
}

function maskOfCharacter(character: string): string {
  if (character >= "0" && character <= "9") return "0";
  if (character >= "A" && character <= "Z") return "X";
  return separators.includes(character) ? character : "x";
}
