// Which events the predicates accept that know the contracts.
import type { KubeObject } from "@capstan/kube";
import { allOf, anyOf, type CacheEvent, not, type Predicate } from "@capstan/operator";
import { expect, test } from "vitest";
import {
  becameInitialized,
  hasWatchFilter,
  becameProvisioned,
  notExternallyManaged,
  pauseChanged,
  unpaused,
} from "./predicates.ts";

const cluster = (more: object = {}): KubeObject => ({
  apiVersion: "cluster.x-k8s.io/v1beta2",
  kind: "Cluster",
  metadata: { name: "c" },
  ...more,
});
const paused = cluster({ spec: { paused: true } });
const marked = (name: string): KubeObject =>
  cluster({ metadata: { annotations: { [`cluster.x-k8s.io/${name}`]: "" } } });
const filtered = (value: string): KubeObject =>
  cluster({ metadata: { labels: { "cluster.x-k8s.io/watch-filter": value } } });
const flags = (initialization: object): KubeObject => cluster({ status: { initialization } });
const provisionedNow = flags({ infrastructureProvisioned: true });
const initializedNow = flags({ infrastructureProvisioned: true, controlPlaneInitialized: true });
const update = (old: KubeObject, object: KubeObject): CacheEvent => ({ type: "update", listed: false, old, object });
const ofTeam = hasWatchFilter("team-a");

test.each<[string, Predicate, CacheEvent, boolean]>([
  ["pauseChanged: spec.paused is set", pauseChanged, update(cluster(), paused), true],
  ["pauseChanged: spec.paused is removed", pauseChanged, update(paused, cluster()), true],
  ["pauseChanged: the annotation is set", pauseChanged, update(cluster(), marked("paused")), true],
  ["pauseChanged: the pause stays", pauseChanged, update(paused, marked("paused")), false],
  ["pauseChanged: something else", pauseChanged, update(cluster(), provisionedNow), false],
  ["unpaused: the pause ends", unpaused, update(paused, cluster()), true],
  ["unpaused: the annotation is removed", unpaused, update(marked("paused"), cluster()), true],
  ["unpaused: a pause begins", unpaused, update(cluster(), paused), false],
  ["becameProvisioned: it becomes so", becameProvisioned, update(cluster(), provisionedNow), true],
  ["becameProvisioned: it is so", becameProvisioned, update(provisionedNow, initializedNow), false],
  ["becameProvisioned: not any more", becameProvisioned, update(provisionedNow, cluster()), false],
  ["becameInitialized: it becomes so", becameInitialized, update(provisionedNow, initializedNow), true],
  ["becameInitialized: something else", becameInitialized, update(cluster(), provisionedNow), false],
  ["notExternallyManaged: without the mark", notExternallyManaged, update(cluster(), cluster()), true],
  ["notExternallyManaged: gets the mark", notExternallyManaged, update(cluster(), marked("managed-by")), true],
  [
    "notExternallyManaged: has the mark",
    notExternallyManaged,
    update(marked("managed-by"), marked("managed-by")),
    false,
  ],
  ["hasWatchFilter: has the value", ofTeam, update(filtered("team-a"), filtered("team-a")), true],
  ["hasWatchFilter: gets another value", ofTeam, update(filtered("team-a"), filtered("team-b")), true],
  ["hasWatchFilter: has another value", ofTeam, update(filtered("team-b"), filtered("team-b")), false],
  ["hasWatchFilter: an addition with another value", ofTeam, { type: "add", object: cluster(), initial: true }, false],
  ["hasWatchFilter: an empty value", hasWatchFilter(""), { type: "add", object: cluster(), initial: true }, true],
])("%s", (_, predicate, event, want) => {
  expect(predicate(event)).toBe(want);
});

test.each([pauseChanged, unpaused, becameProvisioned, becameInitialized])(
  "%o accepts additions and deletions",
  (predicate) => {
    expect(predicate({ type: "add", object: cluster(), initial: false })).toBe(true);
    expect(predicate({ type: "delete", object: cluster(), stale: false })).toBe(true);
  },
);

test("they can be combined", () => {
  const combined = allOf(anyOf(pauseChanged, becameProvisioned), not(ofTeam));
  expect(combined(update(cluster(), provisionedNow))).toBe(true);
  expect(combined(update(filtered("team-a"), paused))).toBe(false);
  expect(combined(update(provisionedNow, initializedNow))).toBe(false);
});

const afterGap = (object: KubeObject): CacheEvent => ({
  type: "update",
  listed: true,
  afterGap: true,
  old: object,
  object,
});

test.each<[string, Predicate, KubeObject, readonly [boolean, boolean]]>([
  ["pauseChanged", pauseChanged, cluster(), [true, true]],
  ["unpaused, of an object that is not paused", unpaused, cluster(), [true, true]],
  ["unpaused, of one that is", unpaused, paused, [false, true]],
  ["becameProvisioned, of a Cluster that is", becameProvisioned, provisionedNow, [true, true]],
  ["becameProvisioned, of one that is not", becameProvisioned, cluster(), [false, true]],
  ["becameInitialized, of a Cluster that is", becameInitialized, initializedNow, [true, true]],
  ["becameInitialized, of one that is not", becameInitialized, provisionedNow, [false, true]],
  ["notExternallyManaged", notExternallyManaged, cluster(), [true, false]],
  ["hasWatchFilter", ofTeam, filtered("team-b"), [false, true]],
])("after a gap a change may have been, and may not: %s", (_, predicate, object, want) => {
  expect([predicate(afterGap(object)), not(predicate)(afterGap(object))]).toEqual(want);
});

test("after a gap, a change and none of another are possible at once, for objects that are selected", () => {
  const combined = allOf(ofTeam, pauseChanged, not(becameProvisioned));
  expect(combined(afterGap(filtered("team-a")))).toBe(true);
  expect(combined(afterGap(filtered("team-b")))).toBe(false);
});
