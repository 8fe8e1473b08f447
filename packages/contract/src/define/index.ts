// The functions that define kinds, templates and hooks. Published to authors as @capstan/api.
export { defineResource } from "./define-resource.ts";
export { defineInfraCluster } from "./define-infra-cluster.ts";
export { defineInfraMachine } from "./define-infra-machine.ts";
export { defineTemplate } from "./define-template.ts";
export type { TemplateObjectMeta, TemplateOf, TemplateResource } from "./template-of.ts";
export { defineHook, describeHook } from "./define-hook.ts";
export type { Hook, HookHandlers, HookInput, HookOptions, RequestOf, ResponseOf } from "./define-hook.ts";
