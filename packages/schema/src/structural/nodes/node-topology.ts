// The rules of x-kubernetes-list-type, list-map-keys and map-type: how lists and maps are merged, and which fields identify their items.
import { ownValue } from "@capstan/kube";
import type { JSONSchema } from "@capstan/kube/builtin";
import { forbidden, invalid, notSupported, required } from "../fields/field-error.ts";
import type { SchemaPlace } from "./schema-place.ts";

/** Reports the problems of a node's list and map types. node-junctors.ts reports those inside junctors. */
export function checkTopology(node: JSONSchema, place: SchemaPlace): void {
  if (place.junctor) return;
  checkMapType(node, place);
  checkListType(node, place);
  const keys = node["x-kubernetes-list-map-keys"] ?? [];
  const listType = node["x-kubernetes-list-type"];
  if (keys.length > 0 && listType !== "map") {
    const at = place.path.child("x-kubernetes-list-type");
    const detail = "must be map if x-kubernetes-list-map-keys is non-empty";
    place.report.error(
      "crd/list-map-keys",
      listType === undefined ? required(at, detail) : invalid(at, listType, detail),
    );
  }
  if (listType === "map") checkKeyedList(node, place);
  if ((listType === "map" || listType === "set") && node.items?.nullable === true)
    place.report.error(
      "crd/list-type",
      forbidden(
        place.path.child("items").child("nullable"),
        `cannot be nullable when x-kubernetes-list-type is ${listType}`,
      ),
    );
}

function checkMapType(node: JSONSchema, { path, report }: SchemaPlace): void {
  const mapType: string | undefined = node["x-kubernetes-map-type"];
  if (mapType === undefined) return;
  const detail = "must be object if x-kubernetes-map-type is specified";
  if (node.type === undefined) report.error("crd/map-type", required(path.child("type"), detail));
  else if (node.type !== "object") report.error("crd/map-type", invalid(path.child("type"), node.type, detail));
  if (mapType !== "atomic" && mapType !== "granular")
    report.error("crd/map-type", notSupported(path.child("x-kubernetes-map-type"), mapType, ["atomic", "granular"]));
}

function checkListType(node: JSONSchema, { path, report }: SchemaPlace): void {
  const listType: string | undefined = node["x-kubernetes-list-type"];
  if (listType === undefined) return;
  const detail = "must be array if x-kubernetes-list-type is specified";
  if (node.type === undefined) report.error("crd/list-type", required(path.child("type"), detail));
  else if (node.type !== "array") report.error("crd/list-type", invalid(path.child("type"), node.type, detail));
  else if (listType === "set" && node.items !== undefined) {
    const items = path.child("items");
    const wrong = "must be atomic as item of a list with x-kubernetes-list-type=set";
    const innerList = node.items["x-kubernetes-list-type"];
    if (node.items.type === "array" && innerList !== undefined && innerList !== "atomic")
      report.error("crd/list-type", invalid(items.child("x-kubernetes-list-type"), innerList, wrong));
    if (node.items.type === "object" && node.items["x-kubernetes-map-type"] !== "atomic")
      report.error(
        "crd/list-type",
        invalid(items.child("x-kubernetes-map-type"), node.items["x-kubernetes-map-type"] ?? null, wrong),
      );
  }
  if (listType !== "atomic" && listType !== "set" && listType !== "map")
    report.error(
      "crd/list-type",
      notSupported(path.child("x-kubernetes-list-type"), listType, ["atomic", "set", "map"]),
    );
}

function checkKeyedList(node: JSONSchema, { path, report }: SchemaPlace): void {
  const keys = node["x-kubernetes-list-map-keys"] ?? [];
  const at = path.child("x-kubernetes-list-map-keys");
  const say = report.error.bind(report, "crd/list-map-keys");
  if (keys.length === 0) say(required(at, "must not be empty if x-kubernetes-list-type is map"));
  if (node.items === undefined)
    return say(required(path.child("items"), "must have a schema if x-kubernetes-list-type is map"));
  if (node.items.type !== "object")
    return say(
      invalid(
        path.child("items").child("type"),
        node.items.type ?? "",
        "must be object if parent array's x-kubernetes-list-type is map",
      ),
    );
  const items = { properties: node.items.properties, required: new Set(listOf(node.items.required)) };
  const seen = new Set<string>();
  // Errors that show all keys are created once, and reported for each.
  const twice = once(() => invalid(at, keys, "must not contain duplicate entries"));
  const unknown = once(() => invalid(at, keys, "entries must all be names of item properties"));
  for (const key of keys) {
    if (seen.has(key)) say(twice());
    seen.add(key);
    checkKey(key, items, { path, say, unknown });
  }
}

/** The shape of the items is checked after that of the list. */
function listOf(value: unknown): unknown[] {
  return Array.isArray(value) ? value : [];
}

function once<T>(create: () => T): () => T {
  let created: T | undefined;
  return () => (created ??= create());
}

/** What keys are compared with. */
interface KeyedItems {
  readonly properties: JSONSchema["properties"];
  readonly required: ReadonlySet<unknown>;
}

interface KeyPlace {
  readonly path: SchemaPlace["path"];
  readonly say: (error: ReturnType<typeof invalid>) => void;
  /** The error of a key that no property has. */
  readonly unknown: () => ReturnType<typeof invalid>;
}

function checkKey(key: string, items: KeyedItems, { path, say, unknown }: KeyPlace): void {
  const property = ownValue(items.properties, key);
  const at = path.child("items").child("properties").key(key);
  if (property === undefined) return say(unknown());
  if (property.type === "array" || property.type === "object")
    say(
      invalid(at.child("type"), property.type, "must be a scalar type if parent array's x-kubernetes-list-type is map"),
    );
  if (!items.required.has(key) && property.default === undefined)
    say(
      required(
        at.child("default"),
        "this property is in x-kubernetes-list-map-keys, so it must have a default or be a required property",
      ),
    );
  if (property.nullable === true)
    say(forbidden(at.child("nullable"), "this property is in x-kubernetes-list-map-keys, so it cannot be nullable"));
}
