// Versions of events, and which events are older than what is cached.
import { expect, test } from "vitest";
import { settle } from "../../test/fake-clock.ts";
import { cached, Foo, foo, startInformer, twoFoos } from "../../test/informer-rig.ts";

/** What the cache has of the Foo a after events of these versions, which come one after the other. */
async function versionAfter(...versions: readonly string[]): Promise<string | undefined> {
  const rig = await startInformer(twoFoos);
  for (const resourceVersion of versions) {
    const metadata = { namespace: "ns", name: "a", uid: "uid-1", resourceVersion };
    rig.api.tell(Foo, { type: "MODIFIED", object: { ...foo("a"), metadata } });
    await settle();
  }
  await rig.stop();
  return cached(rig).find((one) => one.startsWith("a@"));
}

test.each([
  ["9", "10"],
  ["99", "1000"],
  ["9007199254740993", "18446744073709551615"],
])(
  "an event of an older version is dropped, also where its digits come later in order: %s before %s (C1)",
  async (older, newer) => {
    expect(await versionAfter(older, newer)).toBe(`a@${newer}`);
    expect(await versionAfter(newer, older)).toBe(`a@${newer}`);
  },
);

test.each(["v2-a", "0x12", "012", "-5"])(
  "an event whose version is not a number is taken: %s (C1)",
  async (version) => {
    expect(await versionAfter("50", version)).toBe(`a@${version}`);
    expect(await versionAfter("50", version, "7")).toBe("a@7");
  },
);
