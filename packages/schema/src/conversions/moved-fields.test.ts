// A field that moves into an object of the hub that the other version has too: a client that removes its own object did not remove the field.
import { describe, expect, it } from "vitest";
import {
  annotated,
  annotation,
  conversion,
  hub,
  integer,
  object,
  spoke,
  verdict,
  type Keeping,
} from "../../test/written-conversions.ts";
import type { CheckedConversion } from "./checked-conversion.ts";

const older = object({ size: integer, disk: object({ gpus: integer }) }, ["size"]);
const newer = object({ replicas: integer, disk: object({ cpus: integer }) });
const same = (spec: object): object => spec;

/** The older version has the CPUs beside its disk, zero where the hub has none, which is kept; the hub has the GPUs beside its disk. */
function written(movedIn: NonNullable<CheckedConversion["movedIn"]>): CheckedConversion {
  return {
    ...conversion({ older, newer, up: same, down: same }),
    movedIn,
    convert(from, to) {
      const { spec, metadata, ...rest } = structuredClone(from) as Keeping;
      const { [annotation]: kept, ...annotations } = metadata.annotations ?? {};
      if (spec === undefined) return { ...rest, apiVersion: to, metadata };
      if (to.endsWith("v1")) {
        const { disk, replicas } = spec;
        const own = disk === undefined ? { ...annotations, [annotation]: '{"spec":{"disk":null}}' } : annotations;
        const gpus = replicas === undefined ? {} : { disk: { gpus: replicas } };
        return {
          ...rest,
          apiVersion: to,
          metadata: annotated({ name: "a" }, own),
          spec: { size: disk?.cpus ?? 0, ...gpus },
        };
      }
      const { size = 0, disk } = spec;
      const cpus = kept !== undefined && size === 0 ? {} : { disk: { cpus: size } };
      const replicas = disk?.gpus === undefined ? {} : { replicas: disk.gpus };
      return {
        ...rest,
        apiVersion: to,
        metadata: annotated({ name: "a" }, annotations),
        spec: { ...cpus, ...replicas },
      };
    },
  };
}

const samples = { hub: hub({ replicas: 1 }), spoke: spoke({ size: 1, disk: { gpus: 1 } }) };
const undone = "in the hub after spec.disk was removed: spec.disk.cpus was 0 and is absent";

describe("what the hub keeps at the path of an object that a client removes", () => {
  it("is lost where nothing says that it is of another object", () => {
    expect(verdict(written([]), samples)).toEqual([undone]);
  });

  it("stays where it is a field from elsewhere", () => {
    expect(verdict(written([{ spoke: "spec.size", hub: "spec.disk.cpus" }]), samples)).toEqual([]);
  });

  it("is lost where the field is in the removed object too", () => {
    expect(verdict(written([{ spoke: "spec.disk.gpus", hub: "spec.disk.cpus" }]), samples)).toEqual([undone]);
  });
});
