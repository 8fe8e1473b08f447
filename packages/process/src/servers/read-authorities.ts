// Reads the authorities of callers' certificates, which `--client-ca-file` names.
import { readFile } from "node:fs/promises";
import { errorFrom } from "@capstan/kube";
import { processError } from "../process-errors.ts";

/** The PEM in a file; undefined when no file is named. Rejects with `process/client-ca-file`. */
export async function readAuthorities(file: string | undefined): Promise<string | undefined> {
  if (file === undefined) return undefined;
  try {
    return await readFile(file, "utf8");
  } catch (error) {
    throw processError("process/client-ca-file", { reason: errorFrom(error).message }, error);
  }
}
