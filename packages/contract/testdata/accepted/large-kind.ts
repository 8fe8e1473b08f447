// A kind with 32,768 paths: columns cost what their own literals cost. A type that lists all paths would break the budget.
import type { KubeObject, Resource } from "@capstan/kube";
import { defineResource } from "@capstan/contract/define";

interface Level<Next> {
  a?: Next;
  b?: Next;
  c?: Next;
  d?: Next;
  e?: Next;
  f?: Next;
  g?: Next;
  h?: Next;
}
interface Large extends KubeObject<"g.io/v1", "Large"> {
  spec?: Level<Level<Level<Level<Level<string>>>>>;
}
export const Large: Resource<Large> = defineResource({
  apiVersion: "g.io/v1",
  kind: "Large",
  printColumns: { One: ".spec.a.b.c.d.e", Two: ".spec.h.g.f.e.d", Three: ".spec.a.a.a.a.a" },
});
