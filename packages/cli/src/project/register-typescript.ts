// Preloaded into child processes that run a project's entry (`node --import`), and into what a project starts (inherited-hooks.ts): it installs
// the TypeScript hooks. The process of an entry ends when the command that started it ends, even when that was killed.
import { projectVariable } from "./inherited-hooks.ts";
import { registerTypeScript } from "./typescript-hooks.ts";

const inherited = process.env[projectVariable];
registerTypeScript(inherited ?? process.cwd());
if (inherited === undefined) {
  process.once("disconnect", () => process.kill(process.pid, "SIGTERM"));
  process.channel?.unref();
}
