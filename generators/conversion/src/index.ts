// Declared version pairs to conversion functions and their property tests.
export { emitConversions } from "./emit-conversions.ts";
export type { EmitConversionsOptions, EmittedConversions } from "./emit-conversions.ts";
export { conversionDiagnostics } from "./diagnostics.ts";
export type { ConversionCode } from "./diagnostics.ts";
