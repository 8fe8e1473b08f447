// JSON as bytes: where its parts are, and what of it is parsed when. For what holds or forwards JSON of others.
export { fieldIn, fieldsIn, fieldStart, namedFields, skipBlanks } from "./json-fields.ts";
export type { FieldSpan, FieldStart } from "./json-fields.ts";
export { isCostlyJson, parseLeanEvent, parseLeanJson, parseOwnJson } from "./lean-json.ts";
export { type ListParts, ListSplitter } from "./list-splitter.ts";
