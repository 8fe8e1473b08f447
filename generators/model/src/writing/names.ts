// Names in written TypeScript: how a name is formed, and which are reserved.

/** Names of types that the language or the imports of a written file already have. */
export const reservedNames: readonly string[] = [
  "Array Bytes Date Double Duration EmptyObject Error Float Function Int Int32 Int64 IntOrString JSONObject JSONValue KubeObject Map",
  "MicroTime Number Object ObjectMeta Omit Partial Pick Promise Quantity Readonly Record RegExp Required Resource Set String Symbol",
  "Time URL Uint8Array defineResource",
].flatMap((line) => line.split(" "));

/** A string as the name of a type: `load-balancer` is `LoadBalancer`. */
export function pascalCase(text: string): string {
  const words = text.split(/[^A-Za-z0-9]+/).filter((word) => word !== "");
  const name = words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join("");
  return /^[A-Za-z]/.test(name) ? name : `Field${name}`;
}

/** The name of a property, quoted where it is not an identifier. */
export function propertyKey(name: string): string {
  return /^[A-Za-z_$][\w$]*$/.test(name) ? name : JSON.stringify(name);
}
