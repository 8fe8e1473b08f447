// Kubernetes documents as text: emitted byte-stable in the dialect of Go's tools.
export { emitYaml, emitYamlDocuments } from "./emit-yaml.ts";
export type { EmitYamlOptions } from "./emit-yaml.ts";
