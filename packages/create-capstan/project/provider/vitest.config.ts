import { capstan } from "@capstan/cli/vite";
import { defineConfig } from "vitest/config";

// The plugin keeps generated/ up to date: before the first test, and on every change of src/api while tests are watched.
// Half a minute for a test: on a busy computer, too, a goal that is not reached ends in the error that tells why.
export default defineConfig({ plugins: [capstan()], test: { include: ["src/**/*.test.ts"], testTimeout: 30_000 } });
