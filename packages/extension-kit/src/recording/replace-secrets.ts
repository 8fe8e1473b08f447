// Replaces what is secret in a value of JSON, and leaves all else as it is. What has no secret is returned itself, so that a caller sees whether anything was replaced.
import { isJsonObject } from "@capstan/kube";
import { isDeclaredSecret, namesSecret, isSecret, isSecretObject, secretData, secretPartsOf } from "./secret-names.ts";

type Fields = Readonly<Record<string, unknown>>;

/** What an extension declares to be secret. */
export interface SecretNames {
  readonly variables: ReadonlySet<string>;
  readonly settings: ReadonlySet<string>;
}

/** What is replaced, and by what. */
export interface SecretRules {
  readonly names: SecretNames;
  /** What comes into the place of a string; numbers become 0. */
  readonly textFor: (secret: string) => string;
  /** Whether numbers of fields below one with a secret name stay: they are no secrets, such as the mode of a volume with a Secret. Default: false. */
  readonly keepsNumbers?: boolean;
}

/** The value without its secrets; itself where it has none. */
export function replaceSecrets(value: unknown, rules: SecretRules, parts: readonly string[] = []): unknown {
  if (Array.isArray(value)) return mapList(value, (each) => replaceSecrets(each, rules, parts));
  if (!isJsonObject(value)) return value;
  const secretParts = isSecretObject(value) ? secretData : parts;
  return mapFields(value, (each, name) => {
    if (namesSecret(name)) return each;
    if (isDeclaredSecret({ holder: value, name }, rules.names.variables))
      return concealed(each, { ...rules, keepsNumbers: false });
    if (secretParts.includes(name) || isSecret({ holder: value, name, value: each })) return concealed(each, rules);
    const own = name === "settings" && isJsonObject(each) ? withoutSettings(each, rules) : each;
    return replaceSecrets(own, rules, secretPartsOf(name, own));
  });
}

function withoutSettings(settings: Fields, rules: SecretRules): unknown {
  return mapFields(settings, (each, name) => (rules.names.settings.has(name) ? concealed(each, rules) : each));
}

/** A value that is secret as a whole. Its own number is 0; those of fields below it can stay. */
function concealed(value: unknown, rules: SecretRules, isBelow = false): unknown {
  if (typeof value === "string") return value === "" ? value : rules.textFor(value);
  if (typeof value === "number") return isBelow && rules.keepsNumbers === true ? value : 0;
  if (Array.isArray(value)) return mapList(value, (each) => concealed(each, rules, isBelow));
  return isJsonObject(value) ? mapFields(value, (each) => concealed(each, rules, true)) : value;
}

/** The object with other values; itself where all are the same. */
export function mapFields(object: Fields, of: (value: unknown, name: string) => unknown): Fields {
  const entries = Object.entries(object).map(([name, value]) => [name, of(value, name)] as const);
  return entries.every(([name, value]) => Object.is(object[name], value)) ? object : Object.fromEntries(entries);
}

/** The same of a list. */
export function mapList(list: readonly unknown[], of: (value: unknown) => unknown): readonly unknown[] {
  const changed = list.map((each) => of(each));
  return changed.every((value, index) => Object.is(list[index], value)) ? list : changed;
}
