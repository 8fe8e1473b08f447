// What is wrong with declared conversions. Most of it is also a compile error of defineConversion.
import { diagnose, type Diagnostic, type DiagnosticDetails, type DiagnosticRule } from "@capstan/kube";
import { bodyDiagnostics, type BodyRule } from "./bodies/body-diagnostics.ts";

/** The codes of this generator. */
export type ConversionCode =
  | "conversion/no-such-field"
  | "conversion/not-covered"
  | "conversion/not-different"
  | "conversion/needs-form"
  | "conversion/wrong-form"
  | "conversion/bounds-differ"
  | "conversion/duplicate-target"
  | "conversion/target-taken"
  | "conversion/path-reused"
  | "conversion/object-of-both"
  | "conversion/across-elements"
  | "conversion/element-rule"
  | "conversion/lone-elements"
  | "conversion/needs-default"
  | "conversion/default-not-declared"
  | "conversion/gained-default"
  | "conversion/lost-default"
  | "conversion/null-or-absent"
  | "conversion/null-object"
  | "conversion/wrong-default"
  | "conversion/wrong-example"
  | "conversion/default-key"
  | "conversion/required-lost"
  | "conversion/not-a-kind"
  | "conversion/two-kinds"
  | "conversion/bad-rule"
  | "conversion/none-converts"
  | "conversion/none-keeps"
  | "conversion/none-default"
  | "conversion/two-strategies"
  | "conversion/bad-group"
  | "conversion/kept-anyway"
  | "conversion/keep-needs-keys"
  | "conversion/unmatched-elements"
  | "conversion/nothing-unmatched"
  | "conversion/limited-fields"
  | "conversion/unknown-fields"
  | "conversion/converted-twice"
  | "conversion/duplicate-hub"
  | "conversion/duplicate-version"
  | "conversion/no-conversion"
  | BodyRule
  | "conversion/hub-not-served"
  | "conversion/reversed-versions"
  | "conversion/schema-override"
  | "conversion/template-loses"
  | "conversion/template-omits"
  | "conversion/missing-package";

/** This generator's diagnostics. */
export const conversionDiagnostics: Readonly<Record<ConversionCode, DiagnosticRule>> = {
  ...bodyDiagnostics,
  "conversion/no-such-field": {
    severity: "error",
    message: "the {side} version has no {path}{suggestion}",
    help: "remove the rule or correct the path",
    explain: "A rule names a field by its path in the object, for example spec.listeners[].port or spec.sites[*].name.",
  },
  "conversion/not-covered": {
    severity: "error",
    message: "{path} differs between the versions, and {what}",
    help: "{advice}",
    explain: "A conversion names every field that differs. A field without a rule would be lost without a warning.",
  },
  "conversion/not-different": {
    severity: "error",
    message: "{path} is the same in both versions, so there is nothing to convert",
    help: "remove the rule",
    explain:
      "A field with the same path and type in both versions is copied automatically. A rule for it would have no effect.",
  },
  "conversion/needs-form": {
    severity: "error",
    message: "{path} has another type at {to}",
    help: "{advice}{change}",
    explain:
      "A value that moves to a field of another type must change its form, or the API server rejects the result.",
  },
  "conversion/wrong-form": {
    severity: "error",
    message: "{path} cannot be converted with {form}: {why}",
    help: "{advice}{change}",
    explain:
      "Every form of `as` converts between two types, for example `seconds` between a duration and a whole number.",
  },
  "conversion/bounds-differ": {
    severity: "error",
    message: "{path} accepts other values in one version than in the other: {difference}",
    help: "{way}, or declare it in `older`: `{declaration}`",
    explain:
      "A value that only one version accepts is read in the other version, whose next write is rejected unless it corrects the field. So such fields are named.",
  },
  "conversion/limited-fields": {
    severity: "error",
    message: "{path} could come back beside other fields of {object}, which then has more than it may have",
    help: "let {object} have all of its fields in both versions, or convert it as a whole by functions, {what}",
    explain:
      "What the hub keeps comes back when the object is read in the hub's version again. If a client has set other fields of the object meanwhile, it would then have more fields than the API server accepts. With `@maxProperties 1` each field excludes the others, and what is kept does not come back beside another one.",
  },
  "conversion/unknown-fields": {
    severity: "error",
    message:
      "in one version the API server keeps of {path} what its type does not name (`@preserveUnknownFields`, `@embeddedResource`), and {why}",
    help: "give both versions the same tags and fields there, or convert it as a whole by functions, {what}, with `loses` for values that do not come back",
    explain:
      "A conversion copies fields that no type names, and the API server drops those that the other version does not keep. Where the versions name other fields, one that is unknown in one of them would be taken for the known one of the other.",
  },
  "conversion/duplicate-target": {
    severity: "error",
    message: "two rules set {path}",
    help: "remove one of them",
    explain: "A field of the newer version has its value from at most one field of the older version.",
  },
  "conversion/target-taken": {
    severity: "error",
    message: "{path} cannot move to {to}, which the older version has as well",
    help: 'add a rule for the older {to}, `{ to: ... }` or `"{to}": "removed"`, or choose another target',
    explain:
      "A field with the same path and type in both versions is copied. If another field moves there too, one of the two values is lost.",
  },
  "conversion/path-reused": {
    severity: "error",
    message: "{path} moves to {to}, and no rule names the field that the newer version has at {path}",
    help: "add a rule for the newer {path}: `{declaration}` in `newer`, or a field of the older version that moves there",
    explain:
      "A field with the same path and type in both versions is copied. After a move the field at the old path is another one, and its value would become that of the moved field.",
  },
  "conversion/object-of-both": {
    severity: "error",
    message: "both versions have an object at {path}, and the rule is for the whole of the {side} one",
    help: "{advice}",
    explain:
      "An object at the same path in both versions is one object, also without a field that both have: an empty one is copied. A rule says which of its fields only one version has, or both objects have a rule.",
  },
  "conversion/across-elements": {
    severity: "error",
    message: "{path} cannot move to {to}, which is in another list or map",
    help: "keep the field inside its list or map, or convert the whole list{whole}",
    explain: "Elements are converted one by one. A field of an element cannot leave its list or map.",
  },
  "conversion/element-rule": {
    severity: "error",
    message: "{path} names the elements of a list or map, which are never absent: their rule says how a value changes",
    help: "{advice}",
    explain:
      "A field can be in one version alone, or get a default. An element is there in both versions or in none, so its rule has `as`, and `bounds` where they differ.",
  },
  "conversion/lone-elements": {
    severity: "error",
    message: "{path} is in the elements of {whole}, and only the {side} version has that list or map",
    help: "{advice}",
    explain:
      "A list or map that one version alone has is there or not as a whole, also an empty one. A rule for a field of its elements would leave nothing to say about the list.",
  },
  "conversion/needs-default": {
    severity: "error",
    message: "{path} is required in the newer version, and older objects may have no value for it",
    help: "{advice}or make it optional",
    explain: "Objects written in the older version would be rejected, or would be stored without a required field.",
  },
  "conversion/default-not-declared": {
    severity: "error",
    message:
      "{path} has the default {value}, which the API server sets in every object that it reads, and the rule does not have it",
    help: "declare it: `{declaration}`, of a field that only one version has in place of its word",
    explain:
      "A null of the other version becomes the default, too, and the rule names that. What an object has beside the other version is kept in an annotation. Without the default in the rule that is the default too, in each element of a list: an object whose annotations are nearly full could then be written in the older version, and fail every list of it. Where the older version is the hub, its objects without a value would come back with the default. The value is that of the newer field, also beside a form.",
  },
  "conversion/gained-default": {
    severity: "error",
    message:
      "{side} objects without {path} would come back with {value}, the default of {place} in the {own} version, and no rule keeps the field absent",
    help: "{advice}",
    explain:
      "The API server sets a default only where the object around the field is. Where a field moves to another object, one version can have that object, and the default in it, where the other version has none. And an older hub sets its defaults in what newer objects become. With the default in both versions, and objects that are always there, every object has a value.",
  },
  "conversion/lost-default": {
    severity: "error",
    message:
      "the default {value} of {path} can be lost: other fields leave {object} of the {side} version, which is the hub, and {object} goes with the last of them",
    help: "{advice}",
    explain:
      "The hub keeps no value that its default gives again, and in an object that goes no default comes again. A field that is kept without a default is kept with every value, and a hub that has the field itself keeps it.",
  },
  "conversion/null-or-absent": {
    severity: "error",
    message: "{path} may be null or absent in the {side} version, the hub, and {shown} {value} for both",
    help: "{advice}",
    explain:
      "What the other version cannot hold of the hub's object is kept in an annotation, in which null stands for a field that was absent. So a null of the hub comes back only where the field is never absent.",
  },
  "conversion/null-object": {
    severity: "error",
    message: "{path} may be null in the {side} version, and the rule of {field} would lose that null",
    help: "remove `| null` from {path} in the {side} version{advice}",
    explain:
      "Where a field leaves an object, the other version has a value outside of it, or creates the object again. It has no place for whether the object was null. An object that both versions have, and whose fields stay in it, may be null.",
  },
  "conversion/wrong-default": {
    severity: "error",
    message: "the {side} version rejects the default {value} of {path}",
    help: "give a value of the field's type, within its bounds",
    explain:
      "The API server does not validate what a conversion returns. Objects with such a value would be stored, and their next write would be rejected.",
  },
  "conversion/wrong-example": {
    severity: "error",
    message: "the {side} version rejects {value}, which is an example of {path}",
    help: "give a value of the field's type, within its bounds, or remove it; `examples` are values of the older version, `examplesOfNewer` of the newer one",
    explain:
      "The generated tests put examples into objects as the API server accepts them. With another value the API server would reject every such object, and the tests would check nothing.",
  },
  "conversion/default-key": {
    severity: "error",
    message: "{path} is a key of {list}, and with a default all elements would have the same keys",
    help: "convert the list with functions that give each element a key of its own, or move a field of the element to it with `to`",
    explain:
      "Elements of a list with keys (@listMapKey) are told apart by their keys. The API server rejects two elements with the same. A default fits a key beside another one, and one that the schema has as well.",
  },
  "conversion/required-lost": {
    severity: "error",
    message: "{path} is required in the older version, and newer objects may have no value for it",
    help: "{advice}or make it optional in the older version",
    explain: "Objects written in the newer version could not be read in the older one.",
  },
  "conversion/not-a-kind": {
    severity: "error",
    message: "the {side} type is not a kind of this project",
    help: "annotate with `Conversion<Older, Newer>` for two kinds that have definitions",
    explain: "Conversions are between versions of a kind in one CRD. Each version has a definition.",
  },
  "conversion/two-kinds": {
    severity: "error",
    message: "{older} and {newer} are not two versions of one kind",
    help: "convert between versions that share group and kind",
    explain: "The API server converts objects between the versions of one CRD.",
  },
  "conversion/bad-rule": {
    severity: "error",
    message: "the rule of {path} is not a rule of conversions",
    help: "write `removed`, `keep`, `{ keep: true, default: ... }`, `{ to: ... }`, `{ as: ... }` or both for older fields, `added`, `keep` or `{ default: ... }` for newer ones; `bounds` and `loses` are for fields of both versions",
    explain:
      "The compiler reports the same; this is for sources that were not compiled. `as` with functions has two, `forward` and `back`, and only beside them `loses` may be a function. `examples` and `examplesOfNewer` are lists.",
  },
  "conversion/kept-anyway": {
    severity: "error",
    message: "{path} is a field of the hub, whose fields are kept without a rule",
    help: "write `{declaration}`",
    explain:
      "What the other version cannot hold of the hub's object is stored in an annotation. `keep` does the same for a field of the other version.",
  },
  "conversion/keep-needs-keys": {
    severity: "error",
    message: "{path} cannot be kept: the elements of {list} {why}",
    help: "{way}{advice}",
    explain:
      "The hub keeps values of an element beside the list. Without keys that come back, an element that a client of the hub changes cannot be found again, and its values would be lost or go to another element.",
  },
  "conversion/unmatched-elements": {
    severity: "error",
    message: "{path} can be lost when a client changes {list}, whose elements {why}",
    help: "{way}declare the loss in `older`: `{declaration}`",
    explain:
      "What only the hub has of an element comes back with the element. Without keys an element is found again by its value, if the list is unchanged or exactly one element had this value. A client of the other version that changes an element removes what only the hub had of it.",
  },
  "conversion/nothing-unmatched": {
    severity: "error",
    message:
      "{path} loses nothing when a client changes it: its elements have keys, or the hub has no more of them than the other version",
    help: 'remove `loses: "unmatched"`',
    explain: "A declared loss is one that can happen: readers of the declaration count on it.",
  },
  "conversion/none-converts": {
    severity: "error",
    message: "{path} is converted by its rule, and strategy None converts nothing",
    help: 'remove `strategy: "None"`, or let both versions have the field alike; "removed" and "added" are for fields that are dropped',
    explain:
      "With strategy None the API server changes the apiVersion and drops the fields that the other version does not have. It moves no field, changes no value, and keeps nothing.",
  },
  "conversion/none-keeps": {
    severity: "error",
    message: "{path} is a field of both versions, and strategy None drops only fields that a version does not have",
    help: 'give it the same type in both versions, or remove `strategy: "None"` and convert it',
    explain:
      "With strategy None the API server changes the apiVersion, and drops a field when the other version has none of its name. A field of another type stays as it is, so clients of the other version read a value that its schema does not have.",
  },
  "conversion/none-default": {
    severity: "error",
    message:
      "{path} has the default {older} in the older version and {newer} in the newer one, and strategy None keeps no field absent",
    help: 'write `@default {set}` in both versions or in none, or remove `strategy: "None"`',
    explain:
      "When a client writes an object, the API server sets the defaults of the version that the client uses, and stores them. With strategy None they stay when the object is read in the other version: a write of something else sets the field there.",
  },
  "conversion/two-strategies": {
    severity: "error",
    message: "some conversions of {kind} have strategy None, and some have not",
    help: "write it in all of them, or in none",
    explain: "A CRD has one strategy for all its versions.",
  },
  "conversion/bad-group": {
    severity: "error",
    message: "{name} of `together` is not a rule for several fields",
    help: 'write `{ older: { a: "spec.a" }, newer: { b: "spec.b" }, as: { forward: ..., back: ... } }`; `loses` is a function here, and `examples` are objects with values by these names',
    explain:
      "`together` converts several fields by two functions, which get and return the values by the names that `older` and `newer` give them.",
  },
  "conversion/converted-twice": {
    severity: "error",
    message: "two rules convert {path}",
    help: "{advice}",
    explain: "A field has its value from one rule. A field that functions read only is returned by them as it was.",
  },
  "conversion/duplicate-hub": {
    severity: "error",
    message: "conversions of {kind} name two hubs, {first} and {second}",
    help: "declare one conversion between the hub and each other version, and no further ones; set `hub` where the hub is the older version",
    explain:
      "All versions are converted through one version, the hub. A version without a conversion to the hub cannot be converted.",
  },
  "conversion/duplicate-version": {
    severity: "error",
    message: "two conversions are between {one} and {two}: {first} and {second}",
    help: "remove one of them",
    explain: "Each version is converted to the hub and back by one conversion, which has both directions.",
  },
  "conversion/no-conversion": {
    severity: "error",
    message: "{kind} is served as {version}, and no conversion has that version",
    help: "declare a conversion between {version} and another version of the kind",
    explain:
      "The API server converts between all versions that it serves. Every request for a version without a conversion would fail.",
  },
  "conversion/hub-not-served": {
    severity: "warning",
    message: "{kind} is converted through {version}, which is not served",
    help: "serve {version}, or declare the conversions around a version that is served, with `hub` where that is the older one",
    explain:
      "The API server accepts it, also where that version is stored, and all versions are still converted through the hub. But no client can write the fields that only the hub has, fields that the hub lacks are lost with each write in between, and the objects of a storage version that is not served cannot be moved by the migration.",
  },
  "conversion/reversed-versions": {
    severity: "error",
    message: "the conversion of {kind} has {older} as its older version and {newer} as its newer one",
    help: 'write Conversion<{newer}, {older}> and exchange `older` and `newer` in the rules; to convert through {newer}, set `hub: "older"`',
    explain:
      "The newer version of a conversion is the hub: all versions are converted through it, and it keeps what the others do not have. The other way around, the old version would be the hub, without a word about it.",
  },
  "conversion/schema-override": {
    severity: "error",
    message: "{path} of {version} has {tag}, which conversions do not see",
    help: "write {instead} instead",
    explain:
      "Rules, functions and the generated tests know the types and their own tags. A keyword of `@schema` that changes the type of a field lets the API server have values that no conversion was made for, and that none of the tests tries.",
  },
  "conversion/template-loses": {
    severity: "info",
    message:
      "{template} loses {path} when it is converted to {version}: the field moves to {to}, and templates have no status",
    help: "leave the field out of the template with `omit` in its definition, or keep it in the spec of both versions",
    explain:
      "The template of a kind is converted by the rules of the kind and has its spec alone. A field of the spec that becomes one of the status has no place in the hub's template.",
  },
  "conversion/template-omits": {
    severity: "error",
    message: "{template} of {version} omits {path}, and that of {other} has {there}",
    help: "omit it in the templates of both versions, or in none",
    explain:
      "The template of a kind is converted by the rules of the kind. A field that the template of one version omits is dropped there, and nothing brings it back.",
  },
  "conversion/missing-package": {
    severity: "warning",
    message: "the generated tests of conversions import {package}, which is not installed",
    help: "add {package} to devDependencies (npm install --save-dev {package})",
    explain:
      "Every conversion gets property tests that prove it on random objects. They run with vitest and fast-check; without these, the tests fail with a module error.",
  },
};

/** A diagnostic of this generator. */
export function conversionProblem(code: ConversionCode, details: DiagnosticDetails): Diagnostic {
  return diagnose(conversionDiagnostics, code, details);
}
