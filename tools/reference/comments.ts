// Doc comments as Markdown.
import { type Comment, type CommentDisplayPart, type DeclarationReflection } from "typedoc";

/** The comment of an export or a member: its own, or that of its first signature. */
export function commentOf({ comment, signatures, getSignature }: DeclarationReflection): Comment | undefined {
  return comment ?? signatures?.find((signature) => signature.hasComment())?.comment ?? getSignature?.comment;
}

/** The first paragraphs of a comment. */
export function summaryOf(comment: Comment | undefined): string {
  return comment === undefined ? "" : markdownOf(comment.summary);
}

/** Everything behind the summary: parameters, results, errors and examples. */
export function sectionsOf(reflection: DeclarationReflection): string[] {
  const parameters = (reflection.signatures?.[0]?.parameters ?? []).flatMap(({ name, comment }) =>
    comment === undefined ? [] : [`- \`${name}\`: ${markdownOf(comment.summary)}`],
  );
  const blocks = (commentOf(reflection)?.blockTags ?? [])
    .filter(({ tag }) => headings[tag] !== undefined)
    .map(({ tag, content }) => `**${headings[tag]}**\n\n${markdownOf(content)}`);
  return [...(parameters.length === 0 ? [] : [`**Parameters**\n\n${parameters.join("\n")}`]), ...blocks];
}

/** The tags that have a section; those of the annotation scheme describe fields of CRDs and have none. */
const headings: Readonly<Record<string, string>> = {
  "@returns": "Returns",
  "@throws": "Errors",
  "@remarks": "Remarks",
  "@deprecated": "Deprecated",
  "@example": "Example",
};

function markdownOf(parts: readonly CommentDisplayPart[]): string {
  return parts
    .map((part) => (part.kind === "inline-tag" ? `\`${part.text.trim()}\`` : part.text))
    .join("")
    .trim();
}
