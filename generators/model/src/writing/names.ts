// Names of types, constants and functions in written TypeScript, and of its files: how a name is formed, and which are reserved.
import { breakOut } from "./writing-errors.ts";

/** Names of types that the language or the imports of a written file already have. */
export const reservedNames: readonly string[] = [
  "Array Bytes Date Double Duration EmptyObject Error Float Function Int Int32 Int64 IntOrString JSONObject JSONValue KubeObject Map",
  "MicroTime Number Object ObjectMeta Omit Partial Pick Promise Quantity Readonly Record RegExp Required Resource Set String Symbol",
  "Time URL Uint8Array defineResource",
].flatMap((line) => line.split(" "));

/** Words of the language, which name neither a type nor a constant of a module. */
const reservedWords: ReadonlySet<string> = new Set(
  [
    "any arguments as async await bigint boolean break case catch class const continue debugger declare default delete do else enum eval",
    "export extends false finally for from function get if implements import in infer instanceof interface is keyof let module namespace",
    "never new null number object of out package private protected public readonly require return satisfies set static string super",
    "switch symbol this throw true try type typeof undefined unique unknown using var void while with yield",
  ].flatMap((line) => line.split(" ")),
);

/** Whether a string is the name of a type or constant in any file, in ASCII. */
export function isTypeName(name: string): boolean {
  return /^[A-Za-z_$][\w$]*$/.test(name) && !reservedWords.has(name);
}

/** The name itself. Throws where it is not one: what follows it would be code. */
export function typeName(name: string): string {
  if (!isTypeName(name)) throw breakOut("a name", name);
  return name;
}

/** A string as the name of a type: `load-balancer` is `LoadBalancer`. */
export function pascalCase(text: string): string {
  const words = text.split(/[^A-Za-z0-9]+/).filter((word) => word !== "");
  const name = words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join("");
  return /^[A-Za-z]/.test(name) ? name : `Field${name}`;
}

/** Devices of Windows: no file there has such a name, whatever its ending. */
const device = /^(?:con|prn|aux|nul|com[0-9]|lpt[0-9])$/i;

/** Whether a name without its ending names a file of its folder, on every system. */
export function isFileName(name: string): boolean {
  return (
    /^[A-Za-z0-9](?:[A-Za-z0-9._-]*[A-Za-z0-9_-])?$/.test(name) &&
    name.length <= 200 &&
    !device.test(name.split(".")[0] ?? "")
  );
}
