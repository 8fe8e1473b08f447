// For tests of help, here and in the tools: the declarations that a help recommends, and what they forget.
export { forgottenParts, type ForgottenPart } from "./suggest/forgotten-parts.ts";
export { declarationsIn, sourceModel } from "./suggest/testing.ts";
