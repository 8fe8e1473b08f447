import { mergeConfig, type ViteUserConfig } from "vitest/config";
import shared from "../../vitest.shared.ts";

const config: ViteUserConfig = mergeConfig(shared, { test: { include: ["*.test.ts", "*/*.test.ts"] } });
export default config;
