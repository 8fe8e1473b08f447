// What each option of `defineHook` may be. The compiler checks most of it, too; a generator reads sources that were not compiled.
import { getAt, type JSONValue } from "@capstan/kube";

/** What an option may be. */
export interface OptionRule {
  readonly required?: true;
  readonly holds: (value: JSONValue) => boolean;
  /** What to write, after "write". */
  readonly help: string;
}

const isText = (value: JSONValue): boolean => typeof value === "string";
const isFlag = (value: JSONValue): boolean => typeof value === "boolean";
const isMatch =
  (pattern: RegExp) =>
  (value: JSONValue): boolean =>
    typeof value === "string" && value.length <= longest && pattern.test(value);

/** The length of a DNS name, which a group is. */
const longest = 253;
const label = "[a-z0-9]([-a-z0-9]{0,61}[a-z0-9])?";
const groupVersion = new RegExp(String.raw`^${label}(\.${label})*/v\d+((alpha|beta)\d+)?$`);

function isDeprecation(value: JSONValue): boolean {
  return isFlag(value) || ["since", "replacement", "removal"].every((name) => typeof getAt(value, [name]) === "string");
}

/** Every option by name. */
export const optionRules: Readonly<Record<string, OptionRule>> = {
  apiVersion: {
    required: true,
    holds: isMatch(groupVersion),
    help: 'a group and a version, such as "hooks.example.com/v1alpha1"',
  },
  name: {
    required: true,
    holds: isMatch(/^[A-Z][A-Za-z0-9]*$/),
    help: 'letters and digits, with a capital first, such as "BeforeBackup"',
  },
  summary: { required: true, holds: isText, help: "one line of text" },
  description: { required: true, holds: isText, help: "when the hook is called, and what its answer does" },
  tags: {
    holds: (value) => Array.isArray(value) && value.every(isText),
    help: 'a list of strings, such as ["Backups"]',
  },
  blocking: { holds: isFlag, help: "true or false" },
  singleton: { holds: isFlag, help: "true or false" },
  handlers: { holds: isMatch(/^(all|named|one)$/), help: '"all", "named" or "one"' },
  since: { holds: isMatch(/^\d+\.\d+$/), help: 'a release such as "1.3"' },
  deprecated: { holds: isDeprecation, help: '{ since: "1.3", replacement: "v1beta1", removal: "1.6" }' },
};
