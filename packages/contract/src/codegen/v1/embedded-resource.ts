// Whole objects in a field, as `@embeddedResource` says. After each conversion the API server reads their metadata, and fails the whole list where it cannot.
// The embedded API server has a table of its own of the same fields, since tests check this one with it.
import type { ValueShape } from "./shape.ts";

/** Go reads null as nothing. */
const text: ValueShape = { nullable: "string" };
const flag: ValueShape = { nullable: "boolean" };
const whole: ValueShape = { nullable: "int64" };
const time: ValueShape = { nullable: "time" };
const strings: ValueShape = { nullable: { map: text } };
const listOf = (item: ValueShape): ValueShape => ({ nullable: { list: { nullable: item } } });

const ownerReference: ValueShape = {
  fields: { apiVersion: text, kind: text, name: text, uid: text, controller: flag, blockOwnerDeletion: flag },
};

const managedFields: ValueShape = {
  fields: {
    manager: text,
    operation: text,
    apiVersion: text,
    time,
    fieldsType: text,
    fieldsV1: { nullable: { map: "any" } },
    subresource: text,
  },
};

/** What the API server can read as an object. */
export const embeddedObject: ValueShape = {
  fields: {
    apiVersion: "string",
    kind: "string",
    metadata: {
      nullable: {
        fields: {
          name: text,
          generateName: text,
          namespace: text,
          selfLink: text,
          uid: text,
          resourceVersion: text,
          generation: whole,
          creationTimestamp: time,
          deletionTimestamp: time,
          deletionGracePeriodSeconds: whole,
          labels: strings,
          annotations: strings,
          ownerReferences: listOf(ownerReference),
          finalizers: listOf("string"),
          managedFields: listOf(managedFields),
        },
      },
    },
  },
  required: ["apiVersion", "kind"],
};
