// Unions of objects, with rules for the fields of their members: a member with another name, one that only the newer version has, fields of one version alone, a template, a union in another one, and an older hub.
import { defineConversion, type Conversion } from "@capstan/contract/conversion";
import { defineInfraMachine, defineResource, defineTemplate, type TemplateOf } from "@capstan/contract/define";
import type { Int32, KubeObject, Resource } from "@capstan/kube";

interface OlderImage {
  type: "Image";
  image: string;
  pull?: string;
}
interface OlderSnap {
  type: "Snap";
  snapshot: string;
}
/** @union */
export type OlderSource = OlderImage | OlderSnap;

interface NewerImage {
  type: "ImageRef";
  imageRef: string;
}
interface NewerSnap {
  type: "Snap";
  snapshot: string;
  zone: string;
}
interface NewerDisk {
  type: "Disk";
  disk: string;
  size?: Int32;
  snapshot: string;
  zone: string;
}
/** @union */
export type NewerSource = NewerImage | NewerSnap | NewerDisk;

export interface OlderFoo extends KubeObject<"g.io/v1", "Foo"> { spec?: { source?: OlderSource; l?: OlderSource[] } }
export interface NewerFoo extends KubeObject<"g.io/v2", "Foo"> { spec?: { source?: NewerSource; l?: NewerSource[] } }
export const OlderFoo: Resource<OlderFoo> = defineResource({ apiVersion: "g.io/v1", kind: "Foo" });
export const NewerFoo: Resource<NewerFoo> = defineResource({ apiVersion: "g.io/v2", kind: "Foo", storage: true });

export const foo: Conversion<OlderFoo, NewerFoo> = defineConversion({
  older: {
    "spec.source.type": { as: { enum: { Image: "ImageRef", Snap: "Snap" }, added: { Disk: "Snap" } } },
    "spec.source.image": { to: "spec.source.imageRef" },
    "spec.source.pull": "keep",
    "spec.l": { loses: "unmatched" },
    "spec.l[].type": { as: { enum: { Image: "ImageRef", Snap: "Snap" }, added: { Disk: "Snap" } } },
    "spec.l[].image": { to: "spec.l[].imageRef" },
    "spec.l[].pull": "removed",
  },
  newer: {
    "spec.source.disk": "added",
    "spec.source.size": "added",
    "spec.source.zone": { default: "a" },
    "spec.l[].disk": "added",
    "spec.l[].size": "added",
    "spec.l[].zone": { default: "a" },
  },
});

interface OlderOpen {
  type: "Open";
  level?: string;
  note?: string;
}
interface OlderShut {
  type: "Shut";
}
/** @union */
export type OlderState = OlderOpen | OlderShut;

interface NewerOpen {
  type: "Open";
  level: string;
  note?: string;
}
interface NewerShut {
  type: "Shut";
}
interface NewerHalf {
  type: "Half";
  share?: string;
}
/** @union */
export type NewerState = NewerOpen | NewerShut | NewerHalf;

// A client sets a field of the member that the older version shows in place of one that it does not have.
export interface OlderBar extends KubeObject<"g.io/v1", "Bar"> { spec?: { state?: OlderState } }
export interface NewerBar extends KubeObject<"g.io/v2", "Bar"> { spec?: { state?: NewerState } }
export const OlderBar: Resource<OlderBar> = defineResource({ apiVersion: "g.io/v1", kind: "Bar" });
export const NewerBar: Resource<NewerBar> = defineResource({ apiVersion: "g.io/v2", kind: "Bar", storage: true });

export const bar: Conversion<OlderBar, NewerBar> = defineConversion({
  older: {
    "spec.state.level": { default: "k" },
    "spec.state.type": { as: { enum: { Open: "Open", Shut: "Shut" }, added: { Half: "Open" } } },
  },
  newer: { "spec.state.share": "added" },
});

interface OlderLocal {
  type: "Local";
  path?: string;
  mode?: string;
}
interface OlderRemote {
  type: "Remote";
  url?: string;
}
/** @union */
export type OlderDrive = OlderLocal | OlderRemote;

interface NewerLocal {
  type: "Local";
  path?: string;
  size?: string;
}
interface NewerRemote {
  type: "Remote";
  address?: string;
  zone: string;
}
/** @union */
export type NewerDrive = NewerLocal | NewerRemote;

// A union in a template.
export interface OlderQuxMachine extends KubeObject<"infrastructure.cluster.x-k8s.io/v1beta1", "QuxMachine"> { spec?: { providerID?: string; drive?: OlderDrive }; status?: { ready?: boolean } }
export const OlderQuxMachine: Resource<OlderQuxMachine> = defineInfraMachine({ apiVersion: "infrastructure.cluster.x-k8s.io/v1beta1", kind: "QuxMachine", contracts: ["v1beta1"] });
export type OlderQuxMachineTemplate = TemplateOf<OlderQuxMachine, "providerID">;
export const OlderQuxMachineTemplate: Resource<OlderQuxMachineTemplate> = defineTemplate(OlderQuxMachine, { omit: ["providerID"] });
export interface QuxMachine extends KubeObject<"infrastructure.cluster.x-k8s.io/v1beta2", "QuxMachine"> { spec?: { providerID?: string; drive?: NewerDrive }; status?: { ready?: boolean } }
export const QuxMachine: Resource<QuxMachine> = defineInfraMachine({ apiVersion: "infrastructure.cluster.x-k8s.io/v1beta2", kind: "QuxMachine", contracts: ["v1beta1"], storage: true });
export type QuxMachineTemplate = TemplateOf<QuxMachine, "providerID">;
export const QuxMachineTemplate: Resource<QuxMachineTemplate> = defineTemplate(QuxMachine, { omit: ["providerID"] });

export const qux: Conversion<OlderQuxMachine, QuxMachine> = defineConversion({
  older: { "spec.drive.url": { to: "spec.drive.address" }, "spec.drive.mode": "keep" },
  newer: { "spec.drive.size": "added", "spec.drive.zone": { default: "a" } },
});

interface OlderPlain {
  kind: "Plain";
  name?: string;
}
interface OlderSealed {
  kind: "Sealed";
  name?: string;
  seal?: string;
}
/** @union */
export type OlderKey = OlderPlain | OlderSealed;
interface OlderLocked {
  type: "Locked";
  key?: OlderKey;
}
interface OlderFree {
  type: "Free";
  reason?: string;
}
/** @union */
export type OlderLock = OlderLocked | OlderFree;

interface NewerPlain {
  kind: "Plain";
  name?: string;
}
interface NewerSealed {
  kind: "Sealed";
  name?: string;
  proof?: string;
}
/** @union */
export type NewerKey = NewerPlain | NewerSealed;
interface NewerLocked {
  type: "Locked";
  key?: NewerKey;
}
interface NewerFree {
  type: "Free";
  cause?: string;
}
/** @union */
export type NewerLock = NewerLocked | NewerFree;

// A union in a member of another one.
export interface OlderBaz extends KubeObject<"g.io/v1", "Baz"> { spec?: { lock?: OlderLock } }
export interface NewerBaz extends KubeObject<"g.io/v2", "Baz"> { spec?: { lock?: NewerLock } }
export const OlderBaz: Resource<OlderBaz> = defineResource({ apiVersion: "g.io/v1", kind: "Baz" });
export const NewerBaz: Resource<NewerBaz> = defineResource({ apiVersion: "g.io/v2", kind: "Baz", storage: true });

export const baz: Conversion<OlderBaz, NewerBaz> = defineConversion({
  older: { "spec.lock.reason": { to: "spec.lock.cause" }, "spec.lock.key.seal": "keep" },
  newer: { "spec.lock.key.proof": "added" },
});

interface OlderDaily {
  type: "Daily";
  hour?: string;
}
interface OlderNightly {
  type: "Nightly";
}
interface OlderNever {
  type: "Never";
}
/** @union */
export type OlderPlan = OlderDaily | OlderNightly | OlderNever;

interface NewerDaily {
  type: "Daily";
  zone: string;
  time?: string;
}
interface NewerNever {
  type: "Never";
}
interface NewerOnce {
  type: "Once";
}
/** @union */
export type NewerPlan = NewerDaily | NewerNever | NewerOnce;

// An older hub with a member that the newer version shows as one with a default, and shows one of that as one with a kept field.
export interface OlderJob extends KubeObject<"g.io/v1", "Job"> { spec?: { plan?: OlderPlan } }
export interface NewerJob extends KubeObject<"g.io/v2", "Job"> { spec?: { plan?: NewerPlan } }
export const OlderJob: Resource<OlderJob> = defineResource({ apiVersion: "g.io/v1", kind: "Job" });
export const NewerJob: Resource<NewerJob> = defineResource({ apiVersion: "g.io/v2", kind: "Job", storage: true });

export const job: Conversion<OlderJob, NewerJob> = defineConversion({
  hub: "older",
  older: {
    "spec.plan.hour": { to: "spec.plan.time", default: "2" },
    "spec.plan.type": { as: { enum: { Daily: "Daily", Nightly: "Daily", Never: "Never" }, added: { Once: "Daily" } }, loses: ["Nightly"] },
  },
  newer: { "spec.plan.zone": { keep: true, default: "a" } },
});

interface OlderDiskVolume {
  type: "Disk";
  options?: { mode?: string };
}
interface OlderBulkVolume {
  type: "Bulk";
  options?: { mode?: string };
}
interface OlderMemoryVolume {
  type: "Memory";
  size?: string;
}
/** @union */
export type OlderVolume = OlderDiskVolume | OlderBulkVolume | OlderMemoryVolume;

interface NewerDiskVolume {
  type: "Disk";
  mount?: { mode?: string };
}
interface NewerNetworkVolume {
  type: "Network";
  mount?: { mode?: string };
  link?: { speed?: string };
}
interface NewerBulkVolume {
  type: "Bulk";
  mount?: { mode?: string };
}
interface NewerMemoryVolume {
  type: "Memory";
  size?: string;
}
/** @union */
export type NewerVolume = NewerDiskVolume | NewerNetworkVolume | NewerBulkVolume | NewerMemoryVolume;

// An object in members of a union that moves: an empty one comes back with its member.
export interface OlderPod extends KubeObject<"g.io/v1", "Pod"> { spec?: { volume?: OlderVolume } }
export interface NewerPod extends KubeObject<"g.io/v2", "Pod"> { spec?: { storage?: NewerVolume } }
export const OlderPod: Resource<OlderPod> = defineResource({ apiVersion: "g.io/v1", kind: "Pod" });
export const NewerPod: Resource<NewerPod> = defineResource({ apiVersion: "g.io/v2", kind: "Pod", storage: true });

export const pod: Conversion<OlderPod, NewerPod> = defineConversion({
  older: {
    "spec.volume.type": {
      to: "spec.storage.type",
      as: { enum: { Disk: "Disk", Bulk: "Bulk", Memory: "Memory" }, added: { Network: "Disk" } },
    },
    "spec.volume.options.mode": { to: "spec.storage.mount.mode" },
    "spec.volume.size": { to: "spec.storage.size" },
  },
  newer: { "spec.storage.link.speed": "added" },
});
