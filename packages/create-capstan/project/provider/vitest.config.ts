import { capstan } from "@capstan/cli/vite";
import { defineConfig } from "vitest/config";

// The plugin keeps generated/ up to date: before the first test, and on every change of src/api while tests are watched.
export default defineConfig({ plugins: [capstan()], test: { include: ["src/**/*.test.ts"] } });
