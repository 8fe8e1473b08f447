// Whether a member can be written, which assignability does not tell. Mapped types keep the answer inside the compiler only.
import ts from "typescript-6";

interface CheckedSymbol extends ts.Symbol {
  readonly links?: { readonly checkFlags?: number };
}

/** The compiler's CheckFlags: a member that cannot be written, and one that a mapped type made. */
const flags = { readonly: 1 << 3, mapped: 1 << 18 };

/** Whether users may not assign to the member. */
export function isReadonly(member: ts.Symbol): boolean {
  const checkFlags = (member as CheckedSymbol).links?.checkFlags ?? 0;
  if ((checkFlags & (flags.readonly | flags.mapped)) !== 0) return (checkFlags & flags.readonly) !== 0;
  const declarations = member.declarations ?? [];
  const getterAlone = declarations.some(ts.isGetAccessor) && !declarations.some(ts.isSetAccessor);
  return (
    getterAlone || declarations.some((node) => (ts.getCombinedModifierFlags(node) & ts.ModifierFlags.Readonly) !== 0)
  );
}
