// An extension of Vault, as one of its customers writes it: it knows how much space there is, and where backups go now. It is written for the newest
// version of the hooks and answers all of them.
import { defineExtension, type Extension, fail, handle, proceed, retryAfter } from "@capstan/extension-kit";
import { hookCatalog } from "./generated/catalog.ts";

/** Buckets that were replaced, by their old names. */
const movedTo: Readonly<Record<string, string>> = { "backups-2024": "backups-2026" };

const settings = { quotaGiB: { default: "100" } } as const;

export const extension: Extension = defineExtension(
  {
    custom: [
      handle(
        hookCatalog.BeforeBackup,
        {
          name: "quota",
          timeout: "5s",
          handle: ({ destination: { bucket }, sizeGiB = 0 }, { settings: { quotaGiB } }) => {
            if (bucket === "tape") return fail("nothing is written to tape any more");
            if (sizeGiB > Number(quotaGiB)) return retryAfter("10m", `${bucket} has no space for ${sizeGiB} GiB`);
            const moved = movedTo[bucket];
            return moved === undefined ? proceed() : proceed({ destination: { bucket: moved } });
          },
        },
        { settings },
      ),
      handle(hookCatalog.AfterBackup, ({ clusterName, succeeded }, { log }) => {
        log.info("Backup ended", { clusterName, succeeded });
        return proceed();
      }),
    ],
  },
  { name: "quota", settings },
);
