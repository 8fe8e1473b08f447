// A request without its secrets: masks in place of those of variables and settings, whose schemas a mask of the same form fits, and digests in place of those of templates.
import { isJsonObject } from "@capstan/kube";
import type { Extension } from "../authoring/define-extension.ts";
import { hidingMasked } from "./hide-masked.ts";
import type { KnownMasks } from "./known-masks.ts";
import { mapFields, mapList, replaceSecrets, type SecretNames, type SecretRules } from "./replace-secrets.ts";
import { clusterIn } from "./tape.ts";

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

/** The secrets that are declared, the rules for templates, and the masks of earlier requests. */
export interface Masking {
  readonly names: SecretNames;
  readonly templates: SecretRules;
  readonly known: KnownMasks;
}

type Fields = Readonly<Record<string, unknown>>;

/** A copy of the request, which is JSON, without what is secret. */
export function maskRequest(json: string, { names, templates, known }: Masking): MaskedRequest {
  const sent: Fields = JSON.parse(json);
  const masks = new Map<string, string>();
  const textFor = (text: string): string => {
    const mask = maskOfText(text);
    masks.set(text, mask);
    return mask;
  };
  const masked = (value: unknown, name: string): unknown => replacedField(name, value, { names, textFor });
  const withMasks = mapRequest(sent, masked, (item) =>
    mapFields(item, (value, name) => (name === templateField ? value : masked(value, name))),
  );
  // What is secret in a template can have the masks of variables in it: they come first, as in what handlers make of a request with masks.
  const hide = hidingMasked(known.add(clusterIn(sent), masks));
  const ofTemplate = (object: unknown): unknown => replaceSecrets(hide(object), templates);
  const request = mapRequest(
    withMasks,
    (value) => value,
    (item) => mapFields(item, (value, name) => (name === templateField ? ofTemplate(value) : value)),
  );
  return { request, masked: request !== sent };
}

/** The field of an item with its template. */
const templateField = "object";

/** The request with other fields and other items. */
function mapRequest(
  request: Fields,
  ofField: (value: unknown, name: string) => unknown,
  ofItem: (item: Fields) => Fields,
): Fields {
  return mapFields(request, (value, name) =>
    name === "items" && Array.isArray(value)
      ? mapList(value, (item) => (isJsonObject(item) ? ofItem(item) : item))
      : ofField(value, name),
  );
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
