// TypeScript text as plain data, for generators that read types which are not a project's own.
export { parseSource } from "./parse-source.ts";
export type { MemberSyntax, SourceSyntax, TypeSyntax } from "./syntax.ts";
