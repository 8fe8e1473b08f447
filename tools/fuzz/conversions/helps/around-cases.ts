// The cases of errors about defaults in objects in objects: the help names all that need a default of their own.
import { ofPair, type CodeCase } from "./help-case.ts";

const p = `/** @default "p" */`;
const empty = "/** @default {} */";

/** What the objects around a default have: the outermost one first. */
type Tags = readonly [outer: string, inner: string];

/** A field that enters the object with the default, or leaves it. */
function moved(hub: string, isEntering: boolean): CodeCase[] {
  const withField = ([outer, inner]: Tags): string =>
    `spec?: { n?: string; ${outer} o?: { m?: string; ${inner} p?: { ${p} a?: string; w?: string } } }`;
  const without = ([outer, inner]: Tags): string =>
    `spec?: { n?: string; w?: string; ${outer} o?: { m?: string; ${inner} p?: { ${p} a?: string } } }`;
  const [olderOf, newerOf] = isEntering ? [without, withField] : [withField, without];
  const pairOf = (tags: Tags): { readonly older: string; readonly newer: string } => ({
    older: olderOf(tags),
    newer: newerOf(tags),
  });
  const rule = isEntering ? `"spec.w": { to: "spec.o.p.w" }` : `"spec.o.p.w": { to: "spec.w" }`;
  const rules = `${hub}older: { ${rule} }`;
  const fixed = pairOf([empty, empty]);
  return [
    {
      code: "conversion/gained-default",
      ...ofPair(
        { ...pairOf(["", ""]), rules },
        { "declare `@default {}` for spec.o and spec.o.p in both versions": fixed },
      ),
    },
    {
      code: "conversion/gained-default",
      ...ofPair({ ...pairOf(["", empty]), rules }, { "declare `@default {}` for spec.o in both versions": fixed }),
    },
    {
      code: "conversion/gained-default",
      ...ofPair({ ...pairOf([empty, ""]), rules }, { "declare `@default {}` for spec.o.p in both versions": fixed }),
    },
  ];
}

/** All of them. */
export const aroundCases: readonly CodeCase[] = ["", `hub: "older", `].flatMap((hub) => [
  ...moved(hub, true),
  ...moved(hub, false),
]);
