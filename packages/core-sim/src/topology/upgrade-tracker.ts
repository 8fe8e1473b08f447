// What one reconcile of a topology finds out about an upgrade: it decides about the next steps, and is what the condition TopologyReconciled says.
import type { VersionSteps } from "./upgrade-plan.ts";

/** The names of workers, by what holds them. */
type Names = Set<string>;

/** What holds the MachineDeployments, or the MachinePools. */
export class HeldWorkers {
  readonly upgrading: Names = new Set();
  readonly pending: Names = new Set();
  readonly deferred: Names = new Set();
  /** Those of the topology that are not created yet, by their names there. */
  readonly uncreated: Names = new Set();

  /** Whether all have what the topology wants. */
  get areDone(): boolean {
    return [this.upgrading, this.pending, this.deferred, this.uncreated].every(({ size }) => size === 0);
  }
}

/** The state of an upgrade in one reconcile. */
export class UpgradeTracker {
  /** Why core's webhook would have rejected the version that is stored; undefined where it would not. */
  rejection: string | undefined;
  /** Why webhooks would have rejected what is stored of the class and of its templates, which count as they were before. */
  readonly rejectedOfClass: Set<string> = new Set();
  #plan: VersionSteps | undefined;
  /** The version that the control plane gets in this reconcile, or keeps. */
  controlPlaneVersion = "";
  controlPlaneKind = "";
  /** Whether the control plane needs another version, and does not get it in this reconcile. */
  isControlPlanePending = false;
  /** Whether it reports no version yet. */
  isProvisioning = false;
  isUpgrading = false;
  /** Whether it gets the next version in this reconcile. */
  isStarting = false;
  /** The hooks that are due after the step that starts in this reconcile. */
  hooksOfStep: readonly string[] = [];
  /** Whether workers need the version of the control plane before it gets another one. */
  isWaitingForWorkers = false;
  readonly deployments: HeldWorkers = new HeldWorkers();
  readonly pools: HeldWorkers = new HeldWorkers();
  /** The hooks that delay, with their messages. */
  readonly blocking: Map<string, string> = new Map();

  /** The steps that are left; none until they are known. */
  get plan(): VersionSteps {
    return this.#plan ?? { controlPlane: [], workers: [], lowestWorkers: "" };
  }

  set plan(plan: VersionSteps) {
    this.#plan = plan;
  }

  /** Whether it is known in this reconcile which steps are left. */
  get hasPlan(): boolean {
    return this.#plan !== undefined;
  }

  /** All that webhooks would have rejected, that of the version first. */
  get rejections(): readonly string[] {
    return [...(this.rejection === undefined ? [] : [this.rejection]), ...this.rejectedOfClass];
  }

  /** Whether the control plane has what the topology wants. */
  get isStable(): boolean {
    return !this.#isMoving && !this.isControlPlanePending;
  }

  /** Whether workers may get the next version. */
  get allowsWorkers(): boolean {
    return !this.#isMoving && (!this.isControlPlanePending || this.isWaitingForWorkers);
  }

  /** Whether all workers have what the topology wants. */
  get hasWorkersDone(): boolean {
    return this.deployments.areDone && this.pools.areDone;
  }

  /** Whether some workers are being upgraded. */
  get isUpgradingWorkers(): boolean {
    return this.deployments.upgrading.size > 0 || this.pools.upgrading.size > 0;
  }

  get #isMoving(): boolean {
    return this.isProvisioning || this.isUpgrading || this.isStarting;
  }
}
