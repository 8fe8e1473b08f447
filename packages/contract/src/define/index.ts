// The functions that define kinds, templates and hooks. Published to authors as @capstan/api.
export { defineResource } from "./define-resource.ts";
export { defineInfraCluster } from "./define-infra-cluster.ts";
export { defineInfraMachine } from "./define-infra-machine.ts";
export { defineInfraMachinePool } from "./define-infra-machine-pool.ts";
export { defineBootstrapConfig } from "./define-bootstrap-config.ts";
export { defineControlPlane } from "./define-control-plane.ts";
export { defineIPPool } from "./define-ip-pool.ts";
export { defineTemplate } from "./define-template.ts";
export type { TemplateObjectMeta, TemplateOf, TemplateResource } from "./template-of.ts";
export { defineHook, describeHook } from "./define-hook.ts";
export type {
  Hook,
  HookDeprecation,
  HookHandlers,
  HookInput,
  HookOptions,
  RequestOf,
  ResponseOf,
} from "./define-hook.ts";
