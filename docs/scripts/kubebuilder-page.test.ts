// coming-from-kubebuilder.md has every name that controller-runtime exports in the packages of an operator, and names none that is not there.
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";

interface Names {
  /** `sigs.k8s.io/controller-runtime` and its version. */
  readonly source: string;
  /** By package. */
  readonly names: Readonly<Record<string, readonly string[]>>;
  /** By struct, with its package. */
  readonly fields: Readonly<Record<string, readonly string[]>>;
}

const read = (path: string): string => readFileSync(new URL(path, import.meta.url), "utf8");
const page = read("../coming-from-kubebuilder.md");
const facts: Names = JSON.parse(read("../../tools/peers/runtime-names/facts.json"));

/** `pkg.Name` or `Name`, with `*` for the rest, in the first column of a table and before the colon of a list. */
const mentions = page
  .split("\n")
  .map((line) => /^\| (.*?) \||^- (`.*?): /.exec(line))
  .flatMap((found) => [...(found?.[1] ?? found?.[2] ?? "").matchAll(/`([^`]+)`/g)].map(([, code = ""]) => code))
  .flatMap((code) => [...code.matchAll(/(?:\b([a-z]+)\.)?\b([A-Z]\w+)(\*?)/g)])
  .map(([, pkg, name = "", star]) => ({ pkg, name, isPrefix: star === "*" }));

/** A generic name is that without `Typed`. */
const untyped = (name: string): string => name.replace("Typed", "");

function isMentioned(pkg: string, name: string): boolean {
  return mentions.some(
    (each) =>
      (each.pkg === undefined || each.pkg === pkg) &&
      (each.isPrefix ? untyped(name).startsWith(each.name) : untyped(name) === each.name),
  );
}

test("the page and the names are of the release that our peers use", () => {
  const [, version = ""] = facts.source.split(" ");
  expect(page).toContain(`The names that controller-runtime ${version} exports`);
  expect(read("../../tools/peers/operator/go.mod")).toContain(facts.source);
});

test.each(Object.entries(facts.names))("the page has every name of the package %s", (pkg, names) => {
  expect(names.length).toBeGreaterThan(0);
  expect(names.filter((name) => !isMentioned(pkg, name))).toEqual([]);
});

test.each(Object.entries(facts.fields))("the page has every field of %s", (struct, fields) => {
  const [pkg = ""] = struct.split(".");
  expect(fields.filter((name) => !isMentioned(pkg, name))).toEqual([]);
});

test("every name that the page gives with a package is one of it", () => {
  const known = ({ pkg = "", name }: (typeof mentions)[number]): boolean =>
    facts.names[pkg]?.some((each) => each.startsWith(name)) ?? true;
  expect(mentions.filter((each) => !known(each))).toEqual([]);
});

test("every name of the lists of other names is one of controller-runtime", () => {
  const all = [...Object.values(facts.names), ...Object.values(facts.fields)].flat().map(untyped);
  const others = page.slice(page.indexOf("## The other names"), page.indexOf("## What is different"));
  const listed = mentions.filter(({ name }) => others.includes(name));
  expect(listed.length).toBeGreaterThan(100);
  expect(listed.filter(({ name }) => !all.some((each) => each.startsWith(name))).map(({ name }) => name)).toEqual([]);
});
