// The extension as a process.
import { run } from "@capstan/extension-kit";
import { extension } from "./extension.ts";

await run(extension);
