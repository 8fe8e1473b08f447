// The product calls the extension of its customer, over TLS.
import { startExtension } from "@capstan/extension-kit/testing";
import { expect, test } from "vitest";
import { extension } from "../src/extension.ts";
import { type Backup, beforeBackup, type Decision, targetsOf } from "../src/product.ts";

const backup: Backup = {
  clusterName: "prod",
  destination: { bucket: "backups-2026", region: "eu" },
  sizeGiB: 20,
  mode: "Safe",
  reason: "Scheduled",
};

async function decided(changes: Partial<Backup>): Promise<Decision> {
  await using running = await startExtension(extension);
  return await beforeBackup(await targetsOf(running.connection), { ...backup, ...changes });
}

test.each([
  { changes: {}, want: { waitSeconds: 0, message: "", destination: { bucket: "backups-2026", region: "eu" } } },
  {
    changes: { sizeGiB: 101 },
    want: {
      waitSeconds: 600,
      message: "backups-2026 has no space for 101 GiB",
      destination: { bucket: "backups-2026", region: "eu" },
    },
  },
  {
    changes: { destination: { bucket: "backups-2024", region: "us" } },
    want: { waitSeconds: 0, message: "", destination: { bucket: "backups-2026", region: "us" } },
  },
])("with $changes the extension decides $want", async ({ changes, want }) => {
  expect(await decided(changes)).toEqual(want);
});

test("a failure of the extension stops the backup", async () => {
  await expect(decided({ destination: { bucket: "tape" } })).rejects.toThrow("nothing is written to tape any more");
});
