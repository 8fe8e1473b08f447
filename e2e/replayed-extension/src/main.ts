// Serves the extension.
import { run } from "@capstan/extension-kit";
import { extension } from "./extension.ts";

await run(extension);
