// Preloaded (`node --import`) into child processes that run a project's entry: it installs the TypeScript hooks, and ends the process
// when the command that started it ends, even when that was killed.
import { registerTypeScript } from "./typescript-hooks.ts";

registerTypeScript(process.cwd());
process.once("disconnect", () => process.kill(process.pid, "SIGTERM"));
process.channel?.unref();
