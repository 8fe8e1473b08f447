// Every CRD of the corpus is imported and generated again, or is rejected with a reason. Runs where the corpus is beside the repository.
import { existsSync, globSync, readFileSync } from "node:fs";
import { basename } from "node:path";
import { fileURLToPath } from "node:url";
import { formatDiagnostic } from "@capstan/kube";
import { expect, test } from "vitest";
import { roundTrip, type RoundTrip } from "./round-trip.ts";

const corpus = fileURLToPath(new URL("../../../../../shared/corpus/crds/", import.meta.url));
const root = fileURLToPath(new URL("../..", import.meta.url));
const present = existsSync(corpus);

test.runIf(present)(
  "every CRD of ../shared/corpus/crds, where that is, imports or is rejected with a reason",
  ({ task }) => {
    const files = globSync("**/*.yaml", { cwd: corpus }).toSorted();
    const trips = files.map((file): [string, RoundTrip] => [
      file,
      roundTrip(readFileSync(`${corpus}${file}`, "utf8"), { file: basename(file), root }),
    ]);
    const imported = trips.flatMap(([, trip]) => (trip.outcome === "imported" ? [trip] : []));
    const deep = imported.filter((trip) => trip.deepEqual).length;
    const byte = imported.filter((trip) => trip.byteEqual).length;
    const notImported = trips.filter(([, { outcome }]) => outcome === "not-imported").length;
    task.meta.note = `${files.length} CRDs, ${imported.length} imported (${deep} come back deep-equal, ${byte} byte-equal), ${notImported} rejected`;
    const rejected = trips.flatMap(([file, trip]) =>
      trip.outcome === "not-generated" ? [`${file}: ${trip.diagnostics.map(formatDiagnostic).join("; ")}`] : [],
    );
    expect(rejected).toEqual([]);
  },
);
