import { defineResource } from "@capstan/contract/define";
import type { Int32, KubeObject, Resource } from "@capstan/kube";

const SIZES = ["Small", "Large"] as const;

/** Mode is how it runs. */
export type Mode = "Fast" | "Safe" | "";

export interface Disk {
  /** type tells the volumes apart. */
  type: "Disk";
  /** name is what all volumes have. */
  name: string;
  sizeGiB: Int32;
  /** path is where it is mounted. */
  path?: string;
}
export interface Network {
  type: "Network";
  /** name is what all volumes have. */
  name: string;
  server: string;
  /** path is where it is mounted. */
  path?: string;
}
export interface Nothing {
  type: "None";
  /** name is what all volumes have. */
  name: string;
}

/**
 * Volume is one of three things.
 * @union
 */
export type Volume = Disk | Network | Nothing;

export interface ChoiceSpec {
  mode?: Mode;
  modeOrMore?: Mode | "Both";
  size?: (typeof SIZES)[number];
  level?: 1 | 2 | 3;
  only?: "Always";
  either?: true | false;
  nullable?: "A" | "B" | null;
  volume?: Volume;
  /** volumes are many. */
  volumes?: Volume[];
}

export interface Choice extends KubeObject<"test.capstan.dev/v1", "Choice"> {
  spec?: ChoiceSpec;
}
export const Choice: Resource<Choice> = defineResource({ apiVersion: "test.capstan.dev/v1", kind: "Choice" });
