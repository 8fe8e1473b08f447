// The controllers of the roles that are played, by the name of what they reconcile.
import { KubeadmConfig } from "@capstan/api/bootstrap/kubeadm/v1beta2";
import { KubeadmControlPlane } from "@capstan/api/controlplane/kubeadm/v1beta2";
import { type SimController, controller } from "../controllers.ts";
import { reconcileKubeadmConfig } from "./bootstrap.ts";
import { controlPlaneReconcile, defaultControlPlane } from "./control-plane/reconcile-control-plane.ts";
import { DevCluster, DevMachine } from "./dev-kinds.ts";
import { reconcileDevCluster, reconcileDevMachine } from "./infrastructure.ts";
import { nodesController } from "./nodes.ts";
import { AcceptedClasses } from "../cluster-class/accepted-classes.ts";
import { topologyController } from "../topology/reconcile-topology.ts";
import type { TopologyHooks } from "../topology/topology-hooks.ts";
import { variableDefaults } from "../topology/variable-defaults.ts";
import type { SimWriter } from "../writer.ts";
import type { PlayOptions } from "./play-options.ts";

/** A controller, and who its writes are recorded under. */
export interface PlayedController {
  readonly by: SimWriter;
  readonly run: SimController;
}

const standardProvisionMs = 1000;

/** Those that the options name. */
export function playedControllers(play: PlayOptions): Readonly<Record<string, PlayedController>> {
  const { bootstrap = false, controlPlane = false, infrastructure = false, nodes, topologies = false } = play;
  return {
    ...(topologies !== false && topologyControllers(topologies === true ? undefined : topologies)),
    ...(controlPlane && { KubeadmControlPlanes: { by: "control-plane", run: kubeadmControlPlanes(play) } }),
    ...(bootstrap && {
      KubeadmConfigs: {
        by: "bootstrap",
        run: controller(KubeadmConfig, { reconcile: reconcileKubeadmConfig, isIndependent: true }),
      },
    }),
    ...(infrastructure !== false && devControllers(infrastructure === true ? standardProvisionMs : infrastructure)),
    ...(nodes && { Nodes: { by: "nodes", run: nodesController(nodes) } }),
  };
}

function topologyControllers(hooks: TopologyHooks | undefined): Readonly<Record<string, PlayedController>> {
  const classes = new AcceptedClasses();
  return {
    TopologyVariables: { by: "defaults", run: variableDefaults(classes) },
    Topologies: { by: "core", run: topologyController(hooks, classes) },
  };
}

function kubeadmControlPlanes({ nodes }: PlayOptions): SimController {
  return controller(KubeadmControlPlane, {
    defaults: defaultControlPlane,
    reconcile: controlPlaneReconcile(nodes),
  });
}

function devControllers(provisionMs: number): Readonly<Record<string, PlayedController>> {
  const reconcile = { cluster: reconcileDevCluster(provisionMs), machine: reconcileDevMachine(provisionMs) };
  return {
    DevClusters: { by: "infrastructure", run: controller(DevCluster, { reconcile: reconcile.cluster }) },
    DevMachines: {
      by: "infrastructure",
      run: controller(DevMachine, { reconcile: reconcile.machine, isIndependent: true }),
    },
  };
}
