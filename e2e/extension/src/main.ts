// Serves the extension, or what E2E_FAULT names in its place.
import { run } from "@capstan/extension-kit";
import { extension } from "./extension.ts";
import { serveFault } from "./fault.ts";

const fault = process.env["E2E_FAULT"];
await (fault === undefined ? run(extension) : serveFault(fault, process.argv.slice(2)));
