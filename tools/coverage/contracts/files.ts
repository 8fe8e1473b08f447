// The files with evidence, and how it is written.
import type { Evidence } from "../evidence.ts";

/** Files with evidence, by short names. */
export const files = {
  bootstrapErrors: "packages/contract/testdata/errors/bootstrap-configs.ts",
  bootstrapPass: "packages/controller-kit/test/bootstrap-pass-suite.ts",
  bundle: "packages/clusterctl-kit/src/release/bundle.test.ts",
  checkContract: "packages/contract/src/crd/check-contract.test.ts",
  checkKinds: "packages/contract/src/crd/check-kinds.test.ts",
  cloneTemplate: "packages/contract/src/objects/clone-template.test.ts",
  clusterctl: "packages/clusterctl-kit/test/clusterctl.real.test.ts",
  clusterErrors: "packages/contract/testdata/errors/contracts.ts",
  components: "packages/clusterctl-kit/testdata/provider/infrastructure-components.yaml",
  contractLabels: "packages/contract/src/crd/contract-labels.test.ts",
  controlPlaneErrors: "packages/contract/testdata/errors/control-planes.ts",
  conversionScenario: "e2e/scenarios/conversion.ts",
  description: "packages/controller-kit/src/run/describe-provider.test.ts",
  poolDescription: "packages/controller-kit/src/run/describe-ip-pools.test.ts",
  emitCrds: "generators/crd/src/emit-crds.test.ts",
  exitPatch: "packages/controller-kit/src/workflow/exit-patch.test.ts",
  fields: "packages/contract/src/fields/infra-fields.test.ts",
  flags: "packages/controller-kit/src/run/flags.test.ts",
  flect: "packages/kube/src/names/flect.test.ts",
  gates: "packages/controller-kit/src/roles/gates.test.ts",
  goldenBounds: "generators/crd/testdata/provider-kind-bounds/want/diagnostics.txt",
  goldenCluster: "generators/crd/testdata/versions/want/infrastructure.cluster.x-k8s.io_fooclusters.yaml",
  goldenClusterTemplate:
    "examples/provider-starter/generated/crds/infrastructure.cluster.x-k8s.io_starterclustertemplates.yaml",
  goldenConfigTemplate:
    "generators/crd/testdata/provider-kinds/want/bootstrap.cluster.x-k8s.io_fooconfigtemplates.yaml",
  goldenControlPlane: "generators/crd/testdata/provider-kinds/want/controlplane.cluster.x-k8s.io_foocontrolplanes.yaml",
  goldenControlPlaneTemplate:
    "generators/crd/testdata/provider-kinds/want/controlplane.cluster.x-k8s.io_foocontrolplanetemplates.yaml",
  goldenIPPool: "generators/crd/testdata/provider-kinds/want/ipam.cluster.x-k8s.io_fooippools.yaml",
  goldenMachineTemplate:
    "generators/crd/testdata/template/want/infrastructure.cluster.x-k8s.io_foomachinetemplates.yaml",
  goldenPoolTemplate:
    "generators/crd/testdata/provider-kinds/want/infrastructure.cluster.x-k8s.io_foomachinepooltemplates.yaml",
  ipPass: "packages/controller-kit/test/ip-pool-pass-suite.ts",
  ipErrors: "packages/contract/testdata/errors/ip-pools.ts",
  life: "e2e/scenarios/life.ts",
  machineErrors: "packages/contract/testdata/errors/machines.ts",
  machinePass: "packages/controller-kit/test/machine-pass-suite.ts",
  move: "e2e/scenarios/move.ts",
  oneNamespace: "e2e/scenarios/one-namespace.ts",
  pass: "packages/controller-kit/test/pass-suite.ts",
  passConditions: "packages/controller-kit/test/pass-conditions-suite.ts",
  passKinds: "packages/controller-kit/test/pass-kinds-suite.ts",
  pause: "packages/controller-kit/src/workflow/pause.test.ts",
  poolLabels: "packages/contract/src/objects/pool-labels.test.ts",
  poolErrors: "packages/contract/testdata/errors/machine-pools.ts",
  poolMachines: "packages/controller-kit/src/run/pool-machines.test.ts",
  poolPass: "packages/controller-kit/test/pool-pass-suite.ts",
  pools: "e2e/scenarios/pools.ts",
  ready: "packages/controller-kit/src/workflow/ready-condition.test.ts",
  recordPause: "packages/controller-kit/src/workflow/record-pause.test.ts",
  rejectedDefinitions: "generators/crd/testdata/rejected-definitions/want/diagnostics.txt",
  roles: "packages/controller-kit/src/roles/roles.test.ts",
  templateErrors: "packages/contract/testdata/errors/templates.ts",
  rejections: "packages/controller-kit/src/webhooks/rejections.test.ts",
  webhooks: "examples/provider-local/test/webhooks-suite.ts",
} as const;

type Place = readonly [file: keyof typeof files, test: string];

/** Evidence of a rule: parts of titles in files. */
export function shownBy(...places: readonly [Place, ...Place[]]): readonly Evidence[] {
  return places.map(([file, test]) => ({ file: files[file], test }));
}
