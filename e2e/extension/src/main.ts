// Serves the extension, or what E2E_FAULT names in its place. With E2E_HTTP=1.1 it does not offer HTTP/2, which its release does.
import { run } from "@capstan/extension-kit";
import { logArrivals } from "./arrivals.ts";
import { extension } from "./extension.ts";
import { serveFault } from "./fault.ts";

const offer = "--http2";
const fault = process.env["E2E_FAULT"];
if (process.env["E2E_HTTP"] === "1.1") process.argv = process.argv.filter((flag) => flag !== offer);
if (fault === undefined) {
  logArrivals(process.argv.includes(offer) ? "2.0" : "1.1");
  await run(extension);
} else {
  await serveFault(fault, process.argv.slice(2));
}
