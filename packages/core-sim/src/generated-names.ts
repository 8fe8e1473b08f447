// Names with a random end, cut as Cluster API cuts them: an object with a longer name could not be the value of a label.
import { createHash, randomInt } from "node:crypto";

const longest = 63;
const suffixLength = 5;

const alphabet = "bcdfghjklmnpqrstvwxz2456789";

/** Five random characters of Kubernetes' alphabet for names, which has no vowels. */
export function randomSuffix(): string {
  return Array.from({ length: suffixLength }, () => alphabet[randomInt(alphabet.length)]).join("");
}

/** Characters as those of a random end, which stay the same for a string: what is created again after a failure has the same name. */
export function stableSuffix(of: string): string {
  const digest = createHash("sha256").update(of).digest();
  return Array.from(digest.subarray(0, suffixLength), (byte) => alphabet[byte % alphabet.length]).join("");
}

/** A name of a base and an end of five characters; a long base is cut. */
export function nameWithSuffix(base: string, suffix: string): string {
  return `${`${base}-`.slice(0, longest - suffixLength)}${suffix}`;
}

/** A name by a template such as `{{ .machineSet.name }}-{{ .random }}`; one that is too long is cut, and has another end. */
export function nameOfTemplate(template: string, values: Readonly<Record<string, string>>): string {
  const all: Readonly<Record<string, string>> = { ...values, ".random": randomSuffix() };
  const name = template.replaceAll(/\{\{\s*([\w.]+)\s*\}\}/g, (found, field: string) => all[field] ?? found);
  return name.length <= longest ? name : `${name.slice(0, longest - suffixLength)}${randomSuffix()}`;
}
