// The points at which a provider must survive being killed, each named by the write that would end it.

/** A write of the manager to a LocalMachine, before it is made. */
export interface PendingWrite {
  readonly subResource?: string;
  readonly object: LooseMachine | null;
  readonly oldObject: LooseMachine | null;
}

/** A LocalMachine in either version, as far as the points look at it. */
export interface LooseMachine {
  readonly metadata: {
    readonly name?: string;
    readonly deletionTimestamp?: string;
    readonly finalizers?: readonly string[];
  };
  readonly spec?: { readonly providerID?: string };
  readonly status?: { readonly ready?: boolean; readonly initialization?: { readonly provisioned?: boolean } };
}

/** Whether a write is the one that ends the point. */
type EndsPoint = (object: LooseMachine, before: LooseMachine) => boolean;

const isProvisioned = (machine: LooseMachine): boolean =>
  machine.status?.ready === true || machine.status?.initialization?.provisioned === true;

/** The name of a point. */
export type KillPoint = "process started, providerID unwritten" | "providerID written, status not" | "during deletion";

const points: Readonly<Record<KillPoint, EndsPoint>> = {
  "process started, providerID unwritten": (object, before) =>
    object.spec?.providerID !== undefined && before.spec?.providerID === undefined,
  "providerID written, status not": (object, before) =>
    before.spec?.providerID !== undefined && isProvisioned(object) && !isProvisioned(before),
  "during deletion": (object, before) =>
    object.metadata.deletionTimestamp !== undefined &&
    (object.metadata.finalizers?.length ?? 0) < (before.metadata.finalizers?.length ?? 0),
};

/** All points, in the order in which a machine meets them. */
export const killPoints: readonly KillPoint[] = Object.keys(points) as KillPoint[];

/** Whether the write ends the point. */
export function endsPoint(point: KillPoint, { object, oldObject }: PendingWrite): boolean {
  return object !== null && oldObject !== null && points[point](object, oldObject);
}
