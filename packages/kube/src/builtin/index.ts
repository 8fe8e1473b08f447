// Kubernetes' own kinds, each as an interface and a Resource constant of the same name.
export { ConfigMap, Event, Lease, Namespace, Node, Secret, Service, ServiceAccount } from "./core.ts";
export type { NodeCondition, ObjectReference, ServicePort } from "./core.ts";
export { Deployment } from "./apps.ts";
export type { Container, EnvVar, PodSpec, PodTemplateSpec, Probe, Volume } from "./apps.ts";
export { ClusterRole, ClusterRoleBinding, Role, RoleBinding } from "./rbac.ts";
export type { RbacRule, Subject } from "./rbac.ts";
export {
  CustomResourceDefinition,
  MutatingWebhookConfiguration,
  ValidatingWebhookConfiguration,
} from "./api-extensions.ts";
export type {
  AdmissionWebhook,
  CustomResourceColumnDefinition,
  CustomResourceConversion,
  CustomResourceDefinitionNames,
  CustomResourceDefinitionVersion,
  MutatingWebhook,
  RuleWithOperations,
  ValidatingWebhook,
  WebhookClientConfig,
} from "./api-extensions.ts";
export type { JSONSchema, ValidationRule } from "./json-schema.ts";
