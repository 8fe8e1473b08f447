// The files with what shows the demands on runtime hooks, and how it is written.
import type { Evidence } from "../evidence.ts";
import type { Demand, TypeEvidence } from "./demand.ts";

/** Files with evidence, by short names. */
export const runtimeFiles = {
  aggregation: "packages/extension-kit/test/wire/aggregation.test.ts",
  allHooks: "packages/extension-kit/src/serving/all-hooks.test.ts",
  answerCall: "packages/extension-kit/src/answering/answer-call.test.ts",
  authoring: "packages/extension-kit/src/authoring/authoring.test.ts",
  authorities: "packages/serve/src/authority-source.test.ts",
  bundle: "packages/clusterctl-kit/src/release/bundle.test.ts",
  caller: "packages/extension-kit/src/caller/caller.test.ts",
  catalog: "packages/api/src/catalog.test.ts",
  certificates: "packages/serve/src/certificate-source.test.ts",
  client: "packages/extension-kit/src/caller/call-all.ts",
  components: "packages/clusterctl-kit/testdata/extension/runtime-extension-components.yaml",
  compose: "packages/extension-kit/src/compose/compose.test.ts",
  connectionLimits: "packages/serve/src/connection-limits.test.ts",
  context: "packages/extension-kit/src/authoring/context.ts",
  deadline: "packages/extension-kit/src/answering/deadline.test.ts",
  define: "packages/extension-kit/src/authoring/define-extension.test.ts",
  defineVariables: "packages/extension-kit/src/topology/define-variables.test.ts",
  definition: "packages/extension-kit/src/authoring/define-extension.ts",
  doSomethingRequest: "generators/conversion/testdata/hook-versions/want/conversion-do-something-request.test.ts",
  doSomethingResponse: "generators/conversion/testdata/hook-versions/want/conversion-do-something-response.test.ts",
  doctorExtensions: "packages/cli/src/verbs/doctor-extensions.test.ts",
  doctorUpgrade: "packages/cli/src/verbs/doctor-upgrade.test.ts",
  documents: "packages/api/src/hooks/v1alpha1/upstream-document.test.ts",
  emitCatalog: "generators/hooks/src/catalog/emit-catalog.test.ts",
  emitOpenapi: "generators/hooks/src/openapi/emit-openapi.test.ts",
  encodePatch: "packages/extension-kit/src/answering/encode-patch.test.ts",
  expectations: "packages/extension-kit/src/testing/expectations.test.ts",
  extensionCaller: "packages/extension-kit/src/caller/extension-caller.test.ts",
  extensionConfig: "packages/clusterctl-kit/testdata/extension/extension-config.yaml",
  generations: "packages/extension-kit/src/compose/generations.test.ts",
  handlers: "packages/extension-kit/src/authoring/handlers.ts",
  health: "packages/extension-kit/src/serving/health.test.ts",
  hookChanges: "generators/hooks/src/changes/hook-changes.test.ts",
  hookEntry: "packages/api/src/codegen/v1/hook-entry.ts",
  hookGroup: "packages/api/src/hooks/v1alpha1/common.ts",
  hookSchemas: "packages/extension-kit/src/answering/hook-schemas.test.ts",
  hookTrace: "packages/extension-kit/src/answering/hook-trace.test.ts",
  hookVersions: "packages/extension-kit/src/serving/hook-versions.test.ts",
  hostileExtension: "packages/extension-kit/src/caller/hostile-extension.test.ts",
  http2Sessions: "packages/serve/src/http2-sessions.test.ts",
  inPlace: "packages/extension-kit/src/in-place/in-place-updates.test.ts",
  kinds: "packages/api/test/upstream-kinds.test.ts",
  lifecycleExample: "examples/extension-lifecycle/src/extension.test.ts",
  lock: "generators/hooks/src/lock/lock-problems.test.ts",
  manageExtensions: "packages/controller-kit/src/extensions/manage-extensions.test.ts",
  metrics: "packages/extension-kit/src/serving/metrics.test.ts",
  normalCluster: "packages/extension-kit/src/answering/normalize-cluster.test.ts",
  ownHooksPage: "docs/scripts/own-hooks-page.test.ts",
  patchTemplates: "packages/extension-kit/src/topology/patch-templates.test.ts",
  planUpgrade: "packages/extension-kit/src/upgrade/upgrade-plan.test.ts",
  plan: "packages/cli/src/verbs/plan.test.ts",
  profiles: "generators/hooks/src/openapi/profiles.test.ts",
  protocols: "packages/extension-kit/test/wire/protocols.test.ts",
  readResult: "packages/extension-kit/src/rules/read-result.test.ts",
  recorded: "packages/extension-kit/src/recording/recorded.test.ts",
  recordingProxy: "packages/extension-kit/src/recording/recording-proxy.test.ts",
  requestPlaces: "packages/serve/src/request-places.test.ts",
  results: "packages/extension-kit/src/authoring/results.ts",
  roundTrip: "generators/hooks/src/openapi/round-trip.test.ts",
  run: "packages/extension-kit/src/serving/run.test.ts",
  server: "packages/serve/src/server.test.ts",
  servers: "packages/process/src/servers/start-servers.test.ts",
  slowCallers: "packages/serve/src/slow-callers.slow.test.ts",
  sockets: "packages/extension-kit/test/wire/assertions.test.ts",
  stableMessage: "packages/extension-kit/src/answering/stable-message.test.ts",
  strayErrors: "packages/extension-kit/src/serving/stray-errors.test.ts",
  strictDocument: "packages/api/src/hooks/v1alpha1/strict-document.test.ts",
  templateFunctions: "packages/extension-kit/src/topology/template-functions.test.ts",
  templateSelectors: "packages/extension-kit/src/topology/template-selectors.test.ts",
  testing: "packages/extension-kit/src/testing/topology-request.ts",
  textMetrics: "packages/process/src/metrics/text-metrics.test.ts",
  toResponse: "packages/extension-kit/src/answering/to-response.test.ts",
  topologyConfig: "packages/clusterctl-kit/testdata/extension-topology/extension-config.yaml",
  topologyPatches: "packages/clusterctl-kit/testdata/extension-topology/extension-patches.yaml",
  topologyExample: "examples/extension-topology/src/extension.test.ts",
  topologyScenario: "e2e/scenarios/topology.ts",
  traceCalls: "packages/extension-kit/src/serving/trace-calls.test.ts",
  unreadBodies: "packages/serve/src/unread-bodies.test.ts",
  unsteadyPatches: "packages/cli/src/dev/unsteady-patches.test.ts",
  upgradePlan: "packages/extension-kit/src/rules/upgrade-plan.test.ts",
  upstream: "packages/api/src/hooks/v1alpha1/upstream.test.ts",
  upstreamChanges: "generators/hooks/src/changes/upstream-changes.test.ts",
  wire: "packages/extension-kit/src/serving/wire.test.ts",
} as const;

type File = keyof typeof runtimeFiles;
type Place = readonly [file: File, test: string] | { readonly in: File; readonly type: string };

/** A demand that tests and types show, by parts of their titles and by names. */
export function shown(demand: string, ...places: readonly [Place, ...Place[]]): Demand {
  return { demand, shownBy: places.map(evidenceAt) };
}

function evidenceAt(place: Place): Evidence | TypeEvidence {
  if ("type" in place) return { file: runtimeFiles[place.in], type: place.type };
  return { file: runtimeFiles[place[0]], test: place[1] };
}
