// When each hook is called and what its answer does, as pictures: what Cluster API 1.14 does.
import type { LifeCycle } from "./life-cycle.ts";

const topologyController = "topology controller";

/** The pictures. */
export const lifeCycles: readonly LifeCycle[] = [
  {
    name: "create",
    title: "A Cluster is created",
    rows: [
      { event: "A Cluster with spec.topology is created; its class and its variables are valid" },
      {
        hook: "BeforeClusterCreate",
        by: topologyController,
        answer:
          "A delay holds everything: no object of the topology is created. The message is in the condition TopologyReconciled.",
        again: "Again after each delay, until it goes on.",
      },
      { event: "Templates are patched and checked; infrastructure, control plane and workers are created" },
      { event: "The control plane is initialized" },
      {
        hook: "AfterControlPlaneInitialized",
        by: topologyController,
        answer: "It cannot ask for a delay. A Failure stops reconciles of the topology until a call succeeds.",
        again: "Never again, once it has succeeded.",
      },
      { event: "Workers join, and the Cluster is available" },
    ],
  },
  {
    name: "upgrade",
    title: "A Cluster is upgraded, in several steps",
    rows: [
      { event: "spec.topology.version is changed" },
      {
        hook: "GenerateUpgradePlan",
        by: topologyController,
        answer: "The versions on the way, for the control plane and for workers. Called if the class names a handler.",
        again: "Its answer is kept for ten minutes.",
      },
      {
        hook: "BeforeClusterUpgrade",
        by: topologyController,
        answer: "A delay holds the whole upgrade: the control plane keeps its version.",
        again: "Again after each delay; not between the steps.",
      },
      {
        frame: "for each version of the control plane's plan",
        rows: [
          {
            hook: "BeforeControlPlaneUpgrade",
            by: topologyController,
            answer: "A delay holds this step.",
            again: "Again until the control plane has taken the version.",
          },
          { event: "The machines of the control plane get the version" },
          {
            hook: "AfterControlPlaneUpgrade",
            by: topologyController,
            answer: "A delay holds the workers, new MachineDeployments, and the next step.",
            again: "Again after each delay, then once for the next step.",
          },
          {
            frame: "if the plan of the workers has this version",
            rows: [
              {
                hook: "BeforeWorkersUpgrade",
                by: topologyController,
                answer: "A delay holds the workers.",
                again: "Again after each delay.",
              },
              { event: "The machines of the workers get the version" },
              {
                hook: "AfterWorkersUpgrade",
                by: topologyController,
                answer: "A delay holds the next step of the control plane.",
                again: "Again after each delay.",
              },
            ],
          },
        ],
      },
      {
        hook: "AfterClusterUpgrade",
        by: topologyController,
        answer: "A delay holds the next upgrade: another version is rejected. Before Cluster API 1.12 it held nothing.",
        again: "Again after each delay.",
      },
    ],
  },
  {
    name: "delete",
    title: "A Cluster is deleted",
    rows: [
      { event: "The Cluster is deleted: it gets a deletion timestamp" },
      {
        hook: "BeforeClusterDelete",
        by: topologyController,
        answer: "A delay holds the deletion: the Cluster and all that belongs to it stay.",
        again: "Again after each delay.",
      },
      { event: "The Cluster gets the annotation runtime.cluster.x-k8s.io/ok-to-delete" },
      { event: "Workers, control plane and infrastructure are deleted, then the Cluster" },
    ],
  },
  {
    name: "topology",
    title: "A topology is computed",
    rows: [
      { event: "A ClusterClass names handlers in spec.patches[].external" },
      {
        hook: "DiscoverVariables",
        by: "ClusterClass controller",
        answer: "The variables of the class, in its status. A Failure is in its condition VariablesReady.",
        again: "Again after ten minutes, or when the ExtensionConfig or settings change.",
      },
      { event: "A Cluster of the class is reconciled, for the first time or again" },
      {
        frame: "for each external patch of the class, in its order",
        rows: [
          {
            hook: "GeneratePatches",
            by: topologyController,
            answer: "Patches of all templates, as the patches before have left them. A Failure stops the reconcile.",
            again: "In every reconcile: equal requests must have equal answers.",
          },
        ],
      },
      {
        frame: "then, for each patch that names a check",
        rows: [
          {
            hook: "ValidateTopology",
            by: topologyController,
            answer: "A Failure stops the reconcile; its message is in the condition TopologyReconciled.",
            again: "In every reconcile.",
          },
        ],
      },
      { event: "What differs is written; a new machine template replaces machines" },
    ],
  },
  {
    name: "in-place",
    title: "Machines are updated in place",
    rows: [
      { event: "Machines must change: those of a control plane, or of a MachineDeployment" },
      {
        frame: "for a machine of the control plane",
        rows: [
          {
            hook: "CanUpdateMachine",
            by: "KubeadmControlPlane controller",
            answer:
              "Patches of what it can change. Where nothing else differs, the machine is updated in place; otherwise it is replaced.",
            again: "Before each machine; its answer is not kept.",
          },
        ],
      },
      {
        frame: "for an old MachineSet of a MachineDeployment",
        rows: [
          {
            hook: "CanUpdateMachineSet",
            by: "MachineDeployment controller",
            answer: "The same, for all machines of the set.",
            again: "Its answer is kept for 24 hours.",
          },
        ],
      },
      { event: "The Machine is marked: it is being updated in place" },
      {
        hook: "UpdateMachine",
        by: "Machine controller",
        answer:
          "A delay says that it is in progress, with its message in the condition Updating. Without a delay it is done. A Failure is an error.",
        again: "Again after each delay, until it is done or fails.",
      },
      { event: "The Machine is up to date, and was never deleted" },
    ],
  },
  {
    name: "discovery",
    title: "Before all of them",
    rows: [
      { event: "An ExtensionConfig is created or changed, or the Secret with its authority is" },
      {
        hook: "Discovery",
        by: "ExtensionConfig controller",
        answer:
          "The handlers, in the status of the ExtensionConfig. One hook that core does not know is an error for all of them, in its condition Discovered.",
        again: "Again every ten minutes, and with each change; after a failure with a backoff.",
      },
      { event: "The handlers of the status are called; after a failure those that were discovered before" },
      { event: "A manager of core that starts discovers all extensions first, within 60 seconds, or ends" },
    ],
  },
];
