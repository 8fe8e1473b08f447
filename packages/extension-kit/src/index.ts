// Write a Runtime Extension: define it, run it. Calling one is ./caller, testing handlers ./testing. Importing starts nothing.
export {
  defineExtension,
  type Extension,
  type ExtensionOptions,
  type RegisteredHandler,
} from "./authoring/define-extension.ts";
export {
  fail,
  type Fail,
  type NoPayload,
  proceed,
  type Proceed,
  type HookResult,
  retryAfter,
  type RetryAfter,
} from "./authoring/results.ts";
export {
  type ResultWith,
  type BlockingResult,
  type BlockingHandler,
  type BlockingHandlers,
  type CustomHandler,
  type CustomHandlerOptions,
  type DiscoveredVariables,
  handle,
  type Handler,
  type HandlerFunction,
  type Handlers,
  type HandlerWithOptions,
  type LifecycleHandlers,
  type NamedHandlers,
  type PlainResult,
  type UncheckedCalls,
  type UpgradePlan,
} from "./authoring/handlers.ts";
export type { HookContext } from "./authoring/context.ts";
export type {
  MachinePatches,
  MachineSetPatches,
  PatchBody,
  TemplatePatch,
  TemplatePatches,
} from "./authoring/patches.ts";
export type { SettingDeclaration, SettingDeclarations, Settings } from "./authoring/settings.ts";

export {
  defineVariables,
  type VariableDeclaration,
  type VariableDeclarations,
  type Variables,
  type VariableValues,
} from "./topology/define-variables.ts";
export type { VariableRule, VariableSchemaLiteral } from "./topology/schema-type.ts";
export {
  type ChangeTemplate,
  patchTemplates,
  type PatchRuleOptions,
  type TemplateHandlerOptions,
  type TemplatePatcher,
} from "./topology/patch-templates.ts";
export { checkTemplates, type CheckTemplate, type TemplateChecker } from "./topology/check-templates.ts";
export type { AnyTemplate, TemplateContext, TemplateRuleOptions } from "./topology/template-rules.ts";
export {
  type ClusterFilter,
  type NamePatterns,
  type TemplateKinds,
  type TemplateSelector,
  type TemplateSelectors,
  templatesOf,
  type UsedTemplate,
  type WorkersFilter,
} from "./topology/template-selectors.ts";
export type { PatchFormat } from "./answering/encode-patch.ts";

export { type InPlaceHandlers, type InPlaceUpdates, inPlaceUpdates } from "./in-place/in-place-updates.ts";
export type { InPlacePath } from "./in-place/claimed-paths.ts";
export type { MachineUpdate, MachineUpdater, MachineUpdateState } from "./in-place/update-machine.ts";

export { composeExtensions } from "./compose/compose-extensions.ts";
export { type Generations, generations } from "./compose/generations.ts";
export { parallel, sequence } from "./compose/life-cycle.ts";
export { type PatchStep, pipeline } from "./compose/pipeline.ts";
export type { HandlerStep } from "./compose/steps.ts";

export { upgradePlan, upgradePlanner, type UpgradePlannerOptions, type WantedUpgrade } from "./upgrade/upgrade-plan.ts";

export { run, runExtension, type RunExtensionOptions } from "./serving/run.ts";
export { type RunningExtension, serveExtension, type ServeExtensionOptions } from "./serving/serve-extension.ts";
export { hookLimits, hookRoutes } from "./serving/hook-routes.ts";
export type { CallServices } from "./answering/answer-call.ts";
export type { RecordOptions } from "./recording/begin-recording.ts";
export { describeExtension } from "./serving/describe-extension.ts";
export { discoveryResponse } from "./authoring/discovery.ts";
export type { DurationString } from "@capstan/kube";
export { type ExitCode, type LogFields, type Logger, type ProcessPort, silentLogger } from "@capstan/process";
export { onTrace, type TraceEvent } from "@capstan/kube/trace";
export { extensionErrors } from "./errors.ts";
