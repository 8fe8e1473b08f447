// Unions of objects, with rules for the fields of their members: a member with another name, one that only the newer version has, and fields of one version alone.
import { defineConversion, type Conversion } from "@capstan/contract/conversion";
import { defineResource } from "@capstan/contract/define";
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
