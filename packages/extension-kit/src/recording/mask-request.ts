// Masks in place of secret values of a request: of declared variables and settings, of Secrets, and of fields whose names say what they hold.
import { isJsonObject } from "@capstan/kube";
import type { Extension } from "../authoring/define-extension.ts";

type Fields = Readonly<Record<string, unknown>>;

/** Names of fields, variables and settings whose values are secret, in small letters. */
const secretNames: ReadonlySet<string> = new Set([
  "password",
  "passwd",
  "token",
  "secret",
  "apikey",
  "apitoken",
  "accesstoken",
  "authtoken",
  "bearertoken",
  "certificatekey",
  "privatekey",
  "clientsecret",
  "secretkey",
  "secretaccesskey",
]);

/** The ends of names whose values are secret where they are strings, such as tlsBootstrapToken and adminPassword. */
const secretEndings = ["password", "passwd", "token", "apikey", "privatekey", "secretkey", "accesskey"];

/** What an extension declares to be secret. */
export interface SecretNames {
  readonly variables: ReadonlySet<string>;
  readonly settings: ReadonlySet<string>;
}

/** The names that an extension declares. */
export function secretsOf({ handlers, settings }: Extension): SecretNames {
  return {
    variables: new Set(handlers.flatMap(({ secrets = [] }) => secrets)),
    settings: new Set(Object.keys(settings).filter((name) => settings[name]?.secret === true)),
  };
}

/** A request with masks. */
export interface MaskedRequest {
  readonly request: Fields;
  /** Whether it has any. */
  readonly masked: boolean;
}

/** A copy of the request, which is JSON, with masks in place of what is secret. */
export function maskRequest(json: string, secrets: SecretNames): MaskedRequest {
  let masked = false;
  const mask = (value: unknown): unknown => {
    const own = maskOf(value);
    masked ||= own !== value;
    return own;
  };
  const request: Fields = JSON.parse(json, function masking(this: unknown, name: string, value: unknown) {
    if (name === "settings" && isJsonObject(value)) return withMasks(value, (each) => secrets.settings.has(each), mask);
    if (isSecretValue(this, name, secrets) || (typeof value === "string" && hasSecretEnding(this, name)))
      return mask(value);
    return isSecretObject(value) ? withMasks(value, (each) => each === "data" || each === "stringData", mask) : value;
  });
  return { request, masked };
}

function withMasks(fields: Fields, isSecret: (name: string) => boolean, mask: (value: unknown) => unknown): Fields {
  return Object.fromEntries(
    Object.entries(fields).map(([name, value]) => [name, isSecret(name) ? mask(value) : value] as const),
  );
}

/** A field by its name, or the value of a variable by the name of the variable. */
function isSecretValue(holder: unknown, name: string, { variables }: SecretNames): boolean {
  if (isSecretName(name)) return true;
  if (name !== "value" || !isJsonObject(holder) || typeof holder["name"] !== "string") return false;
  return variables.has(holder["name"]) || isSecretName(holder["name"]);
}

function isSecretName(name: string): boolean {
  return secretNames.has(plainName(name));
}

function hasSecretEnding(holder: unknown, name: string): boolean {
  const named = name === "value" && isJsonObject(holder) ? holder["name"] : name;
  return typeof named === "string" && secretEndings.some((ending) => plainName(named).endsWith(ending));
}

function plainName(name: string): string {
  return name.replaceAll("-", "").replaceAll("_", "").toLowerCase();
}

function isSecretObject(value: unknown): value is Fields {
  return isJsonObject(value) && value["kind"] === "Secret" && value["apiVersion"] === "v1";
}

/** The mask of a value: of the same length and form, so that it fits most schemas. */
function maskOf(value: unknown): unknown {
  if (typeof value === "string") return maskOfText(value);
  if (typeof value === "number") return 0;
  if (Array.isArray(value)) return kept(value, value.map(maskOf));
  if (!isJsonObject(value)) return value;
  return kept(value, Object.fromEntries(Object.entries(value).map(([name, each]) => [name, maskOf(each)])));
}

/** The value itself where nothing of it needs a mask. */
function kept(value: object, masked: object): unknown {
  return JSON.stringify(value) === JSON.stringify(masked) ? value : masked;
}

/** Characters that stay: they separate words. */
const separators = " \t\r\n:/.@=_-";

function maskOfText(text: string): string {
  return Array.from(text, maskOfCharacter).join("");
}

function maskOfCharacter(character: string): string {
  if (character >= "0" && character <= "9") return "0";
  if (character >= "A" && character <= "Z") return "X";
  return separators.includes(character) ? character : "x";
}
