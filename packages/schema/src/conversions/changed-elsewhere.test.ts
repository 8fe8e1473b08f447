// A client's change of one field changes nothing else in the hub's object.
import type { JSONSchema } from "@capstan/kube/builtin";
import { describe, expect, it } from "vitest";
import {
  annotated,
  annotation,
  conversion,
  hub,
  integer,
  type Keeping,
  object,
  type Spec,
  spoke,
  verdict,
} from "../../test/written-conversions.ts";
import { expectRestStays } from "./changed-elsewhere.ts";
import type { CheckedConversion } from "./checked-conversion.ts";

const older = object({ size: integer, disk: object({ cpus: integer }) });
const disk = object({ cpus: integer, gpus: integer });
const newer = object({ size: integer, disk });
const same = (spec: object): object => spec;

interface Keeps extends Partial<CheckedConversion> {
  /** The GPUs of a disk that gets none of kept data. */
  readonly otherwise?: number;
  readonly schema?: JSONSchema;
}

/** The hub keeps the GPUs of its disk, and brings them back where this says so of what was read and what was written. */
function keeping(
  comesBack: (read: Spec, written: Spec) => boolean,
  { otherwise, schema = newer, ...more }: Keeps = {},
): CheckedConversion {
  return {
    ...conversion({ older, newer: schema, up: same, down: same }),
    ...more,
    convert(from, to) {
      const { spec, metadata, ...rest } = structuredClone(from) as Keeping;
      const { annotations: { [annotation]: kept, ...others } = {}, ...meta } = metadata;
      const { disk } = spec ?? {};
      if (to.endsWith("v1")) {
        const { gpus, ...own } = disk ?? {};
        const data = disk === undefined || gpus === otherwise ? {} : { [annotation]: JSON.stringify({ spec }) };
        const read = spec && { spec: { ...spec, ...(disk && { disk: own }) } };
        return { ...rest, apiVersion: to, metadata: annotated(meta, { ...others, ...data }), ...read };
      }
      const stored = keptSpec(kept);
      const isBack = disk !== undefined && stored.disk !== undefined && comesBack(stored, spec ?? {});
      const gpus = isBack ? stored.disk?.gpus : otherwise;
      const written = spec && {
        spec: { ...spec, ...(disk && { disk: { ...disk, ...(gpus !== undefined && { gpus }) } }) },
      };
      return { ...rest, apiVersion: to, metadata: annotated(meta, others), ...written };
    },
  };
}

function keptSpec(text: string | undefined): Spec {
  try {
    return (JSON.parse(text ?? "") as { spec?: Spec }).spec ?? {};
  } catch {
    return {};
  }
}

const samples = {
  hub: hub({ size: 1, disk: { cpus: 1, gpus: 2 } }),
  spoke: spoke({ size: 1 }),
  other: spoke({ size: 2, disk: { cpus: 3 } }),
};

describe("what the hub keeps in an object of both versions", () => {
  it("may stay through every change", () => {
    expect(
      verdict(
        keeping(() => true),
        samples,
      ),
    ).toEqual([]);
  });

  it("may not go with a change elsewhere", () => {
    const lost = keeping((read, written) => read.size === written.size);
    expect(verdict(lost, samples)).toContain(
      "after a change of spec.size, at another place of the hub: spec.disk.gpus was 2 and is absent",
    );
  });

  it("may not go with a change of a field beside it", () => {
    const lost = keeping((read, written) => read.disk?.cpus === written.disk?.cpus);
    expect(verdict(lost, samples)).toContain(
      "after a change of spec.disk.cpus, at another place of the hub: spec.disk.gpus was 2 and is absent",
    );
  });

  it("says what to do with the two fields", () => {
    const [changed, kept] = [
      ["spec", "size"],
      ["spec", "disk", "gpus"],
    ];
    const change = { stored: {}, read: {}, start: {}, there: {}, path: changed };
    expect(() => expectRestStays(change, [{ path: kept, was: 2, is: undefined }], "after a change")).toThrow(
      "help: where functions convert spec.disk.gpus, or a field beside it, by what is at spec.size, convert them in one rule of `together`",
    );
  });

  it("may go with a change of a field of the same rule", () => {
    const lost = keeping((read, written) => read.size === written.size, {
      fields: [{ spoke: ["spec.size"], hub: ["spec.size", "spec.disk.gpus"] }],
    });
    expect(verdict(lost, samples)).toEqual([]);
  });
});

describe("what the hub did not have in an object of both versions", () => {
  const without = {
    hub: hub({ size: 1, disk: { cpus: 1 } }),
    spoke: spoke({ size: 1 }),
    other: spoke({ size: 1, disk: {} }),
  };
  const unlessChanged = (schema: JSONSchema): CheckedConversion =>
    keeping((read, written) => read.disk?.cpus === written.disk?.cpus, { otherwise: 1, schema });

  it("may not come with a change beside it", () => {
    expect(verdict(unlessChanged(newer), without)).toContain(
      "after a change of spec.disk.cpus, at another place of the hub: spec.disk.gpus was absent and is 1",
    );
  });

  it("may come where the hub rejects the object without it", () => {
    const schema = object({ size: integer, disk: { ...disk, minProperties: 1 } });
    expect(verdict(unlessChanged(schema), without)).toEqual([]);
  });
});
