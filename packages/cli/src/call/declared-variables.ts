// The variables that a call can have: those that the extension declares, with their defaults, and those of the class.
import {
  diagnose,
  type Diagnostic,
  didYouMean,
  getAt,
  type JSONValue,
  type KubeObject,
  nearestOf,
} from "@capstan/kube";
import { callDiagnostics } from "./call-diagnostics.ts";

/** Variables by name, with the default of each that has one. */
export type DeclaredVariables = ReadonlyMap<string, JSONValue | undefined>;

/** Those of an answer to DiscoverVariables. */
export function declaredIn(answer: Readonly<Record<string, unknown>>): DeclaredVariables {
  const { variables } = answer;
  return new Map(
    (Array.isArray(variables) ? variables : []).flatMap((variable: unknown) => {
      const [name, value] = [getAt(variable, ["name"]), getAt(variable, ["schema", "openAPIV3Schema", "default"])];
      if (typeof name !== "string") return [];
      const copy: JSONValue | undefined = value === undefined ? undefined : JSON.parse(JSON.stringify(value));
      return [[name, copy] as const];
    }),
  );
}

/** What declares variables. */
export interface VariableSources {
  readonly declared: DeclaredVariables;
  /** The handlers of DiscoverVariables that have declared them. */
  readonly handlers: readonly string[];
  readonly clusterClass: KubeObject;
}

/** What has values of variables. */
export interface SetVariables {
  /** The names of `--set`. */
  readonly sets: readonly string[];
  readonly cluster: KubeObject;
}

/** Warnings for names that neither the extension nor the class declares, as core rejects them; none where another extension declares variables of the class. */
export function undeclaredVariables(sources: VariableSources, { sets, cluster }: SetVariables): Diagnostic[] {
  const { declared, clusterClass } = sources;
  if (hasOtherExtension(sources)) return [];
  const known = [...new Set([...declared.keys(), ...namesAt(clusterClass, ["spec", "variables"])])];
  const ofCluster = namesAt(cluster, ["spec", "topology", "variables"]).filter((name) => !sets.includes(name));
  const all = [
    ...sets.map((name) => ({ name, of: "--set" })),
    ...ofCluster.map((name) => ({ name, of: `the Cluster ${cluster.metadata.name ?? ""}` })),
  ];
  const help =
    known.length === 0
      ? "declare it in the ClusterClass, or in the extension with defineVariables and discoverVariables"
      : `correct the name: the variables are ${known.join(", ")}`;
  return all
    .filter(({ name }) => !known.includes(name))
    .map(({ name, of }) => {
      const near = didYouMean(nearestOf(name, known));
      const values = { name, of, class: clusterClass.metadata.name ?? "", near, help };
      return diagnose(callDiagnostics, "call/unknown-variable", { values });
    });
}

/** The variables that reach the extension: all but those that the class alone declares. Undefined where another extension may declare those. */
export function reachingVariables(
  sources: VariableSources,
  { sets, cluster }: SetVariables,
): ReadonlySet<string> | undefined {
  if (hasOtherExtension(sources)) return undefined;
  const ofClass = new Set(namesAt(sources.clusterClass, ["spec", "variables"]));
  const given = [...sets, ...namesAt(cluster, ["spec", "topology", "variables"])];
  return new Set([...sources.declared.keys(), ...given.filter((name) => !ofClass.has(name))]);
}

/** Warnings for names of `--set` that the class alone declares. */
export function unsentVariables(sources: VariableSources, { sets, cluster }: SetVariables): Diagnostic[] {
  const reaching = reachingVariables(sources, { sets, cluster });
  return sets
    .filter((name) => reaching?.has(name) === false)
    .map((name) => {
      const values = { name, class: sources.clusterClass.metadata.name ?? "" };
      return diagnose(callDiagnostics, "call/class-variable", { values });
    });
}

function namesAt(object: KubeObject, path: readonly string[]): string[] {
  const all = getAt(object, path);
  return (Array.isArray(all) ? all : []).map((each: unknown) => String(getAt(each, ["name"])));
}

/** Whether a patch of the class names a handler of DiscoverVariables that the extension does not have. */
function hasOtherExtension({ handlers, clusterClass }: VariableSources): boolean {
  const patches = getAt(clusterClass, ["spec", "patches"]);
  return (Array.isArray(patches) ? patches : []).some((patch: unknown) => {
    const named = getAt(patch, ["external", "discoverVariablesExtension"]);
    return typeof named === "string" && named !== "" && !handlers.includes(named.split(".", 1).join());
  });
}
