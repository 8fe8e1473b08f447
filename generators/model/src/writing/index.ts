// What writes annotated TypeScript that the reader reads back: comments, tags, names. For the imports of foreign schemas.
export { commentLines, isWritable, tagJson, tagText, type CommentParts } from "./comment-text.ts";
export { pascalCase, propertyKey, reservedNames } from "./names.ts";
export { tagLines } from "./tag-lines.ts";
