// Preloaded (`node --import`) into child processes that run a project's entry.
import { registerTypeScript } from "./typescript-hooks.ts";

registerTypeScript();
