// Preloaded (`node --import`) into child processes that run a project's entry: TypeScript is read as its author wrote it, and the
// process ends with the command that started it, even when that was killed and could stop nothing any more.
import { registerTypeScript } from "./typescript-hooks.ts";

registerTypeScript();
process.once("disconnect", () => process.kill(process.pid, "SIGTERM"));
process.channel?.unref();
