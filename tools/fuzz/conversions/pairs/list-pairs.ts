// Hard pairs of lists and maps: with and without keys, in one another, and a value that becomes a list.
import type { HardPair } from "./pair-table.ts";

/** A list whose elements are told apart by a name. */
const keyed = (fields: string): string =>
  `/** @listType map\n @listMapKey name */ list?: { name: string; ${fields} }[]`;

/** The pairs. */
export const listPairs: readonly HardPair[] = [
  {
    name: "a map of strings that becomes a list, without a field for the strings",
    older: "spec?: { tags?: Record<string, string> }",
    newer: "spec?: { tags?: { key: string; value?: string }[] }",
    rules: `older: { "spec.tags": { as: { mapToList: "key" } } }`,
    want: "conversion/wrong-form",
  },
  {
    name: "a map of strings that becomes a list",
    older: "spec?: { tags?: Record<string, string> }",
    newer: "spec?: { /** @listType map\n @listMapKey key */ tags?: { key: string; value: string }[] }",
    rules: `older: { "spec.tags": { as: { mapToList: { key: "key", value: "value" } } } }`,
    want: "proved",
  },
  {
    name: "a map of strings that becomes a list without keys",
    older: "spec?: { tags?: Record<string, string> }",
    newer: "spec?: { tags?: { key: string; value: string }[] }",
    rules: `older: { "spec.tags": { as: { mapToList: { key: "key", value: "value" } } } }`,
    want: "proved",
  },
  {
    name: "a map of objects that becomes a list with more fields",
    older: "spec?: { pools?: Record<string, { size: string }> }",
    newer:
      "spec?: { /** @listType map\n @listMapKey name */ pools?: { name: string; size: string; spare?: boolean }[] }",
    rules: `older: { "spec.pools": { as: { mapToList: "name" } } }`,
    want: "proved",
  },
  {
    name: "a map of objects that becomes a list with a required field more",
    older: "spec?: { disks?: Record<string, { size?: string }> }",
    newer: "spec?: { disks?: { name: string; size: string }[] }",
    rules: `older: { "spec.disks": { as: { mapToList: "name" } } }`,
    want: "conversion/wrong-form",
  },
  {
    name: "a map of objects that have the name themselves",
    older: "spec?: { sites?: Record<string, { name?: string }> }",
    newer: "spec?: { sites?: { name: string }[] }",
    rules: `older: { "spec.sites": { as: { mapToList: "name" } } }`,
    want: "conversion/wrong-form",
  },
  {
    name: "a list that becomes a map",
    older: "spec?: { /** @listType map\n @listMapKey name */ racks?: { name: string; units: Int32 }[] }",
    newer: "spec?: { racks?: Record<string, { units: Int32 }> }",
    rules: `older: { "spec.racks": { as: { listToMap: "name" } } }`,
    want: "proved",
  },
  {
    name: "a list that becomes a map of strings",
    older: "spec?: { labels?: { key: string; value: string }[] }",
    newer: "spec?: { labels?: Record<string, string> }",
    rules: `older: { "spec.labels": { as: { listToMap: { key: "key", value: "value" } } } }`,
    want: "proved",
  },
  {
    name: "a list that becomes a map without one of its fields",
    older: "spec?: { racks?: { name: string; units?: Int32; note?: string }[] }",
    newer: "spec?: { racks?: Record<string, { units?: Int32 }> }",
    rules: `older: { "spec.racks": { as: { listToMap: "name" } } }`,
    want: "conversion/wrong-form",
  },
  {
    name: "a value that becomes a list",
    older: "spec?: { subnet?: string }",
    newer: "spec?: { subnets?: string[] }",
    rules: `older: { "spec.subnet": { to: "spec.subnets", as: "listOfOne" } }`,
    want: "proved",
  },
  {
    name: "a required value that becomes a list which may be empty",
    older: "spec?: { image: string }",
    newer: "spec?: { images: string[] }",
    rules: `older: { "spec.image": { to: "spec.images", as: "listOfOne" } }`,
    want: "conversion/wrong-form",
  },
  {
    name: "an object that becomes an element",
    older: "spec?: { image: { id: string } }",
    newer: "spec?: { /** @minItems 1 */ images: { id: string }[] }",
    rules: `older: { "spec.image": { to: "spec.images", as: "listOfOne" } }`,
    want: "proved",
  },
  {
    name: "a list that becomes its only value",
    older: "spec?: { /** @minItems 1\n @maxItems 1 */ hosts?: string[] }",
    newer: "spec?: { host?: string }",
    rules: `older: { "spec.hosts": { to: "spec.host", as: "listOfOne" } }`,
    want: "proved",
  },
  {
    name: "a list that becomes its first value",
    older: "spec?: { hosts?: string[] }",
    newer: "spec?: { host?: string }",
    rules: `older: { "spec.hosts": { to: "spec.host", as: "listOfOne" } }`,
    want: "conversion/wrong-form",
  },
  {
    name: "strings that become objects without a form",
    older: "spec?: { tags?: string[] }",
    newer: "spec?: { tags?: { name: string }[] }",
    rules: `older: { "spec.tags": { to: "spec.tags" } }`,
    want: "conversion/needs-form",
  },
  {
    name: "a field more in elements without keys",
    older: "spec?: { machines?: { cpus: Int32 }[] }",
    newer: "spec?: { machines?: { cpus: Int32; gpus?: Int32 }[] }",
    rules: `older: {}, newer: { "spec.machines[].gpus": "added" }`,
    want: "proved",
  },
  {
    name: "a field more in elements with keys",
    older: `spec?: { ${keyed("size?: Int32")} }`,
    newer: `spec?: { ${keyed("size?: Int32; encrypted?: boolean")} }`,
    rules: `older: {}, newer: { "spec.list[].encrypted": "added" }`,
    want: "proved",
  },
  {
    name: "a renamed field in lists with keys in lists with keys",
    older: `spec?: { ${keyed(keyed("a?: string"))} }`,
    newer: `spec?: { ${keyed(keyed("b?: string; c?: Int32"))} }`,
    rules: `older: { "spec.list[].list[].a": { to: "spec.list[].list[].b" } }, newer: { "spec.list[].list[].c": "added" }`,
    want: "proved",
  },
  {
    name: "a field more in the values of a map",
    older: "spec?: { sites?: Record<string, { cpu?: Int32 }> }",
    newer: "spec?: { sites?: Record<string, { cpu?: Int32; gpu?: Int32 }> }",
    rules: `older: {}, newer: { "spec.sites[*].gpu": "added" }`,
    want: "proved",
  },
  {
    name: "a field of elements without keys that the hub keeps",
    older: "spec?: { disks?: { size?: Int32; bus?: string }[] }",
    newer: "spec?: { disks?: { size?: Int32 }[] }",
    rules: `older: { "spec.disks[].bus": "keep" }`,
    want: "conversion/keep-needs-keys",
  },
  {
    name: "a field of elements with keys that the hub keeps",
    older: `spec?: { ${keyed("size?: Int32; bus?: string")} }`,
    newer: `spec?: { ${keyed("size?: Int32")} }`,
    rules: `older: { "spec.list[].bus": "keep" }`,
    want: "proved",
  },
  {
    name: "a field that leaves its element",
    older: "spec?: { disks?: { size?: Int32 }[] }",
    newer: "spec?: { size?: Int32; disks?: { id?: string }[] }",
    rules: `older: { "spec.disks[].size": { to: "spec.size" } }, newer: { "spec.disks[].id": "added" }`,
    want: "conversion/across-elements",
  },
  {
    name: "conditions of the two shapes",
    older: "status?: { conditions?: SeverityCondition[] }",
    newer: "status?: { /** @listType map\n @listMapKey type */ conditions?: Condition[] }",
    rules: `older: { "status.conditions": { as: "conditions" } }`,
    want: "proved",
  },
];
