// What functions of the author throw is logged with a code that has a page, and with what to do.
import { expect, test } from "vitest";
import { Bar, foo, type Rig, start } from "../test/controller-rig.ts";
import { authorErrors, type AuthorErrorCode } from "./author-errors.ts";

const thrown = (error: unknown) => (): never => {
  throw error;
};

const failing: readonly { readonly code: AuthorErrorCode; readonly begin: (error: unknown) => Promise<Rig> }[] = [
  {
    code: "operator/map-failed",
    async begin(error) {
      const rig = await start([], async () => undefined, { watches: [{ resource: Bar, map: thrown(error) }] });
      rig.api.put(Bar, { apiVersion: "example.com/v1", kind: "Bar", metadata: { namespace: "ns", name: "b" } });
      return rig;
    },
  },
  {
    code: "operator/predicate-failed",
    begin: (error) => start([foo("a")], async () => undefined, { predicate: thrown(error) }),
  },
  {
    code: "operator/source-failed",
    begin: (error) => start([], async () => undefined, { sources: [{ name: "cloud", open: thrown(error) }] }),
  },
  { code: "operator/thrown-value", begin: (error) => start([foo("a")], thrown(error)) },
];

test.each(failing)("$code is logged with its help, for a string", async ({ code, begin }) => {
  const rig = await begin("boom");
  await rig.clock.advance(1);
  expect(rig.logged[0]?.fields).toMatchObject({ error: "boom", code, help: authorErrors[code].help });
  await rig.stop();
});

test("an Error of a reconcile has its stack and no code", async () => {
  const rig = await start([foo("a")], thrown(new Error("boom")));
  expect(rig.logged[0]?.fields).not.toHaveProperty("code");
  await rig.stop();
});
