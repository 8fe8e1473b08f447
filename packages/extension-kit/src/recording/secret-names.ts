// Which fields, variables and settings hold secrets, by their names, and where templates hold others.
import { isJsonObject } from "@capstan/kube";

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

/** A value, its name, and the object that has both; the value of a variable goes by the name of the variable. */
export interface NamedValue {
  readonly holder: unknown;
  readonly name: string;
  readonly value: unknown;
}

/** Whether a value is that of a variable which is declared secret. */
export function isDeclaredSecret({ holder, name }: Omit<NamedValue, "value">, variables: ReadonlySet<string>): boolean {
  const variable = variableNamed(holder, name);
  return variable !== undefined && variables.has(variable);
}

/** Whether a value is secret by its name. */
export function isSecret({ holder, name, value }: NamedValue): boolean {
  const variable = variableNamed(holder, name);
  const names = variable === undefined ? [name] : [name, variable];
  return names.map(plainName).some((each) => secretNames.has(each) || (typeof value === "string" && endsSecret(each)));
}

function variableNamed(holder: unknown, field: string): string | undefined {
  const name = field === "value" && isJsonObject(holder) ? holder["name"] : undefined;
  return typeof name === "string" ? name : undefined;
}

function endsSecret(name: string): boolean {
  return secretEndings.some((ending) => name.endsWith(ending));
}

function plainName(name: string): string {
  return name.replaceAll("-", "").replaceAll("_", "").toLowerCase();
}

/** Fields with secrets, by the field that has them and its kind: files and scripts of machines can hold anything. */
const secretParts: readonly { readonly within: string; readonly isList: boolean; readonly name: string }[] = [
  { within: "files", isList: true, name: "content" },
  { within: "containerLinuxConfig", isList: false, name: "additionalConfig" },
];

/** The names of the secret fields of what a field of a template holds: of the elements of a list, or of the object. */
export function secretPartsOf(within: string, value: unknown): readonly string[] {
  return secretParts
    .filter((part) => part.within === within && part.isList === Array.isArray(value))
    .map(({ name }) => name);
}

/** Fields that name a Secret in place of a value. */
const references: ReadonlySet<string> = new Set(["contentFrom", "passwdFrom"]);

/** Whether a field says where a value is, and not what it is. */
export function namesSecret(name: string): boolean {
  return references.has(name);
}

/** Whether an object is a Secret of Kubernetes. */
export function isSecretObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return isJsonObject(value) && value["kind"] === "Secret" && value["apiVersion"] === "v1";
}

/** The fields of a Secret that hold its values. */
export const secretData: readonly string[] = ["data", "stringData"];
