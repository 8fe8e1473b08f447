// What is selected on the screen of dev after an object was deleted.
import type { KubeObject } from "@capstan/kube";
import { beforeEach, expect, test } from "vitest";
import { liveModel, shownFrame, waitingCluster } from "../../../test/live-frames.ts";
import { objectOf } from "../../../test/tree-objects.ts";
import type { FrameModel } from "./frame-model.ts";

const machines = ["c", "d", "e"].map((name) => objectOf("Machine", `workers-${name}`, { owner: "workers" }));
const others = [objectOf("Cluster", "other"), objectOf("Cluster", "third")];
const objects: readonly KubeObject[] = [...waitingCluster, ...machines, ...others];

let model: FrameModel;
beforeEach(() => {
  model = liveModel(objects);
});

/** Deletes objects and draws; returns the one that is selected then. */
function without(...names: readonly string[]): string | undefined {
  for (const { apiVersion, kind, metadata } of objects)
    if (names.includes(metadata.name ?? "")) {
      const key = { namespace: "default", name: metadata.name ?? "" };
      model.change({ type: "DELETED", apiVersion, kind, key, object: { apiVersion, kind, metadata } });
    }
  return selected();
}

function selected(): string | undefined {
  shownFrame(model, { columns: 80, rows: 40 });
  return model.objects.selected()?.node.name;
}

function select(name: string): void {
  shownFrame(model, { columns: 80, rows: 40 });
  model.objects.select(name);
  expect(selected()).toBe(name.slice(name.indexOf("/") + 1));
}

test("the next object of the same owner is selected, else the one before it, else the owner", () => {
  select("Machine default/workers-a");
  expect(["workers-a", "workers-b", "workers-c", "workers-e", "workers-d"].map((name) => without(name))).toEqual([
    "workers-b",
    "workers-c",
    "workers-d",
    "workers-d",
    "workers",
  ]);
});

test("a deleted object far down selects what is near, wherever the screen is scrolled to", () => {
  select("Machine default/workers-e");
  shownFrame(model, { columns: 80, rows: 10 });
  expect(without("workers-e")).toBe("workers-d");
});

test("with the owner and all beside it deleted at once, what is beside the owner is selected", () => {
  select("Machine default/workers-b");
  expect(without("workers", "workers-a", "workers-b", "workers-c", "workers-d", "workers-e")).toBe("dev-net");
});

test("a Cluster that is deleted selects the next one, the last one the one before it", () => {
  select("Cluster default/other");
  expect([without("other"), without("third")]).toEqual(["third", "dev"]);
});

test("an object that is there again after all objects were deleted is selected again", () => {
  select("FooCluster default/dev-net");
  without(...objects.map(({ metadata }) => metadata.name ?? ""));
  for (const object of objects) {
    const { apiVersion, kind, metadata } = object;
    const key = { namespace: "default", name: metadata.name ?? "" };
    model.change({ type: "ADDED", apiVersion, kind, key, object: { ...object } });
  }
  expect(selected()).toBe("dev-net");
});
