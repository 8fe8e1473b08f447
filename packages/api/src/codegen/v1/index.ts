// All that generated code may import, frozen once released: a generated file of an older minor keeps working.
export type { HookEntry } from "../../catalog/hook-entry.ts";
