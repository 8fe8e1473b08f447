// The only way of a string into written TypeScript: one writer for each place it can have there. The last step of a writer checks what it
// wrote, and throws what would break out of its place.
export { commentLines, isWritable, lineComment, tagJson, tagText, type CommentParts } from "./comment.ts";
export { isUnsafeName, propertyKey, stringLiteral, valueLiteral } from "./literals.ts";
export { isFileName, isTypeName, pascalCase, reservedNames, typeName } from "./names.ts";
export { tagLines } from "./tag-lines.ts";
