// Every table of diagnostics and errors of every package, loaded when `explain` asks. A table that is missing here fails
// diagnostic-tables.test.ts.
import { kubeErrors, type DiagnosticTable } from "@capstan/kube";
import { bundleDiagnostics, envsubstDiagnostics } from "@capstan/clusterctl-kit";
import { cliDiagnostics } from "./cli-errors.ts";

/** All tables as one, by code. */
export async function loadTables(): Promise<DiagnosticTable> {
  const loaded = await Promise.all([
    import("@capstan/contract").then(({ contractErrors, contractRules }) => ({ ...contractErrors, ...contractRules })),
    import("@capstan/schema/structural").then(({ crdRules }) => crdRules),
    import("@capstan/schema/yaml").then(({ yamlRules }) => yamlRules),
    import("@capstan/serve").then(({ serveErrors }) => serveErrors),
    import("@capstan/client").then(({ clientErrors }) => clientErrors),
    import("@capstan/testenv").then(({ testenvErrors }) => testenvErrors),
    import("@capstan/testenv/envtest").then(({ envtestErrors }) => envtestErrors),
    import("@capstan/testenv/host").then(({ hostErrors }) => hostErrors),
    import("@capstan/local-cluster").then(({ localClusterErrors }) => localClusterErrors),
    import("@capstan/core-sim").then(({ coreSimErrors }) => coreSimErrors),
    import("@capstan/controller-kit").then(({ engineErrors, kitErrors }) => ({ ...engineErrors, ...kitErrors })),
    import("@capstan/extension-kit").then(({ extensionErrors }) => extensionErrors),
    import("@capstan/generator-model").then(({ modelDiagnostics, writeErrors }) => ({
      ...modelDiagnostics,
      ...writeErrors,
    })),
    import("@capstan/generator-crd").then(({ crdDiagnostics }) => crdDiagnostics),
    import("@capstan/generator-conversion").then(({ conversionDiagnostics }) => conversionDiagnostics),
    import("@capstan/generator-openapi").then(({ openApiDiagnostics }) => openApiDiagnostics),
    import("@capstan/generator-catalog").then(({ catalogDiagnostics }) => catalogDiagnostics),
  ]);
  return Object.assign(
    {},
    kubeErrors,
    bundleDiagnostics,
    envsubstDiagnostics,
    cliDiagnostics,
    ...loaded,
  ) as DiagnosticTable;
}
