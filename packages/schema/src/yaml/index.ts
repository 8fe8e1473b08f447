// Reads and writes YAML as Kubernetes' tools in Go do.
export { parseYaml } from "./parse-yaml.ts";
export type { ParsedYaml, ParseYamlOptions, YamlDocument, YamlLimits } from "./parse-yaml.ts";
export { yamlRules } from "./yaml-diagnostics.ts";
export type { YamlRule } from "./yaml-diagnostics.ts";
export { emitYaml, emitYamlDocuments } from "./emit-yaml.ts";
export type { EmitYamlOptions } from "./emit-yaml.ts";
