// Patches of a class as JSON with their fields in the order of core's types, as messages of its webhook have them.
import { isJsonObject } from "@capstan/kube";

/** The fields of each type, and the types of those that have fields of their own. */
const fields = {
  patch: { name: "", description: "", enabledIf: "", definitions: "definition", external: "external" },
  definition: { selector: "selector", jsonPatches: "jsonPatch" },
  external: {
    generatePatchesExtension: "",
    validateTopologyExtension: "",
    discoverVariablesExtension: "",
    settings: "sorted",
  },
  selector: { apiVersion: "", kind: "", matchResources: "matchResources" },
  matchResources: {
    controlPlane: "",
    infrastructureCluster: "",
    machineDeploymentClass: "names",
    machinePoolClass: "names",
  },
  names: { names: "" },
  jsonPatch: { op: "", path: "", value: "", valueFrom: "valueFrom" },
  valueFrom: { variable: "", template: "" },
} as const;

type WrittenType = keyof typeof fields;

/** The JSON of a value of this type. */
export function inFieldOrder(value: object, type: WrittenType): string {
  return escaped(JSON.stringify(ordered(value, type)));
}

/** The same in lines. */
export function inIndentedLines(value: object, type: WrittenType): string {
  return escaped(JSON.stringify(ordered(value, type), undefined, 2));
}

/** Strings of Go's JSON can stand in HTML. */
function escaped(json: string): string {
  return json.replaceAll(/[<>&\u2028\u2029]/g, (one) => `\\u${one.charCodeAt(0).toString(16).padStart(4, "0")}`);
}

function ordered(value: unknown, type: string): unknown {
  if (Array.isArray(value)) return value.map((each: unknown) => ordered(each, type));
  if (!isJsonObject(value)) return value;
  if (type === "sorted") return Object.fromEntries(Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1)));
  if (!isWrittenType(type)) return value;
  return Object.fromEntries(
    Object.entries(fields[type]).flatMap(([name, itsType]) => {
      const field = ordered(value[name], itsType);
      return isLeftOut(name, field) ? [] : [[name, field] as const];
    }),
  );
}

function isWrittenType(type: string): type is WrittenType {
  return Object.hasOwn(fields, type);
}

/** A selector without anything is left out, too. */
const omitted: ReadonlySet<string> = new Set(["selector", "matchResources", "settings"]);

/** Core leaves out what is empty, but no value and no object that it has a pointer to. */
function isLeftOut(name: string, field: unknown): boolean {
  if (name === "value") return field === undefined || field === null;
  const isEmpty = Array.isArray(field) ? field.length === 0 : field === undefined || field === "";
  return isEmpty || (omitted.has(name) && isJsonObject(field) && Object.keys(field).length === 0);
}
