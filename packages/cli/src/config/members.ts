// Everything that a project releases and runs: what the configuration describes, and each entry of its list `also`.
import { posix } from "node:path";
import { namesOf } from "@capstan/clusterctl-kit";
import type { CapstanConfig } from "./config.ts";
import type { ConfigProblem } from "./field-table.ts";

/** The entry of a project whose configuration names none. */
const defaultEntry = "src/main.ts";

/** One of the programs of a project, with the defaults filled in. */
export interface MemberConfig extends Omit<CapstanConfig, "also"> {
  readonly entry: string;
  /** The folder with its templates; undefined when it has none. */
  readonly templates?: string;
  /** Its path in the configuration, `also[0]`; empty for the main one. */
  readonly path: string;
}

/** The programs of a project, the main one first. */
export type ProjectMembers = readonly [MemberConfig, ...MemberConfig[]];

/** Everything that a configuration describes. */
export function configMembers({ also = [], ...main }: CapstanConfig): ProjectMembers {
  const { name, releaseSeries, repository, generate, crds } = main;
  const shared = {
    name,
    releaseSeries,
    repository,
    ...(generate && { generate }),
    ...(crds !== undefined && { crds }),
  };
  return [
    { ...main, entry: main.entry ?? defaultEntry, templates: main.templates ?? "templates", path: "" },
    ...also.map((each, index) => ({ ...shared, ...each, path: `also[${index}]` })),
  ];
}

/** The Runtime Extensions that a configuration describes. */
export function extensionMembers(config: CapstanConfig | undefined): readonly MemberConfig[] {
  return config === undefined ? [] : configMembers(config).filter(({ type }) => type === "runtime-extension");
}

/** The path of a field of a member. */
export function inMember(path: string, field: string): string {
  return path === "" ? field : `${path}.${field}`;
}

/** What no two members may have in common: the field that a message is about, and the value. */
const unique: readonly (readonly [field: string, what: string, of: (member: MemberConfig) => string])[] = [
  ["entry", "entry", ({ entry }) => posix.normalize(entry)],
  ["image", "image", ({ image }) => image],
  ["type", "type and name", ({ type, name }) => `${type} "${name}"`],
  ["namespace", "namespace", (member) => namesOf(member).namespace],
];

/** What members have that one before them has: a process, an image, which runs one entry, a name for clusterctl, or a namespace, from which the names of all objects are made. */
export function repeatedMembers(members: readonly MemberConfig[]): ConfigProblem[] {
  return members.flatMap((member, index) => {
    const before = members.slice(0, index);
    const [found] = unique.flatMap(([field, what, of]) => {
      const other = before.find((each) => of(each) === of(member));
      return other === undefined ? [] : [{ field, what, value: of(member), other }];
    });
    if (found === undefined) return [];
    const { what, value, other } = found;
    const values = { member: member.path, what, value, other: other.path === "" ? "the main one" : `"${other.path}"` };
    return [{ code: "config/repeated-member", values, field: inMember(member.path, found.field) }];
  });
}

/** What is run where there is no configuration: the main entry. */
export type RunMember = Pick<MemberConfig, "entry"> & Partial<Pick<MemberConfig, "name" | "type" | "extensionConfig">>;

/** What dev runs. */
export function runMembers(config: CapstanConfig | undefined): readonly [RunMember, ...RunMember[]] {
  return config === undefined ? [{ entry: defaultEntry }] : configMembers(config);
}

/** Their names, each once; empty where none is known. */
export function memberNames(members: readonly Pick<RunMember, "name">[]): string {
  return [...new Set(members.flatMap(({ name }) => name ?? []))].join(", ");
}

/** A word for each, which no other has: its type, with the name where two have the same type. */
export function memberWords(members: readonly RunMember[]): readonly string[] {
  const types = members.map(({ type, entry }) => type ?? entry);
  const areUnique = new Set(types).size === types.length;
  return areUnique ? types : members.map(({ name = "" }, index) => `${types[index] ?? ""}-${name}`);
}
