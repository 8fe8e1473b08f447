// Requests of topology hooks that a test writes in place.
import { expect, test } from "vitest";
import { requestItems } from "./topology-request.ts";

test("an object that is written in place may have a spec", () => {
  const [item] = requestItems([
    { object: { apiVersion: "example.com/v1", kind: "FooTemplate", metadata: { name: "a" }, spec: { image: "one" } } },
  ]);
  expect(item?.object).toMatchObject({ spec: { image: "one" } });
});
