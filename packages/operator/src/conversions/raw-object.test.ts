// Names in JSON, and JSON of objects without their managed fields, checked with JSON.parse.
import fc from "fast-check";
import { expect, test } from "vitest";
import { rawReviewNamespace } from "../webhooks/reviews.ts";
import { nameIn, rawListNamespace, withoutManagedFields } from "./raw-object.ts";

const without = (text: string): string => Buffer.from(withoutManagedFields(Buffer.from(text))).toString();

test.each([
  ['{"metadata":{"managedFields":[1],"name":"a"}}', '{"metadata":{"name":"a"}}'],
  ['{"metadata":{"name":"a","managedFields":[{"a":"]}"}]},"spec":{}}', '{"metadata":{"name":"a"},"spec":{}}'],
  ['{"metadata":{"managedFields":[]}}', '{"metadata":{}}'],
  ['{ "metadata" : { "name" : "a" , "managedFields" : [ ] } }', '{ "metadata" : { "name" : "a"  } }'],
  ['{"metadata":{"managedFields":null,"a":1}}', '{"metadata":{"a":1}}'],
  ['{"metadata":{"a":{"managedFields":1}},"managedFields":2}', undefined],
  ['{"spec":{"metadata":{"managedFields":1}},"metadata":{"name":"managedFields"}}', undefined],
  // A string that is one of the names, and names in other places.
  ['{"metadata":{"name":"managedFields","managedFields":1}}', '{"metadata":{"name":"managedFields"}}'],
  ['{"metadata":{"labels":{"a":"]}"},"managedFields":[[],{}]},"x":1}', '{"metadata":{"labels":{"a":"]}"}},"x":1}'],
  ['{"metadata":{"managedFields":"a\\"b","c":1}}', '{"metadata":{"c":1}}'],
  ['{"metadata":{"a":1,"managedFields":{"b":{}},"c":[]}}', '{"metadata":{"a":1,"c":[]}}'],
  ['{"a":-1.5e3,"metadata":{"managedFields":true}}', '{"a":-1.5e3,"metadata":{}}'],
  ['{"metadata":"managedFields"}', undefined],
  ['{"metadata":["managedFields",1]}', undefined],
  ['{"metadata":{"managedFields" 1}}', undefined],
  ['{"metadata":{"managedFields":1', undefined],
  ['{"a":1 "metadata":{"managedFields":1}}', undefined],
  ['["metadata",{"managedFields":1}]', undefined],
  ['{metadata:{"managedFields":1}}', undefined],
  ['\n\t{\r\n"metadata"\t:\n{ "a" : 1 ,\n"managedFields" : 2 }\n}', '\n\t{\r\n"metadata"\t:\n{ "a" : 1 }\n}'],
  ["[]", undefined],
  ["", undefined],
  ['{"metadata":{"managedFields":[', undefined],
  ['{"metadata":{"managedFields":"x', undefined],
  ['{"metadata":{"managedFields":"x\\', undefined],
  ['{"metadata" 1}', undefined],
])("%j", (text, want = text) => {
  expect(without(text)).toBe(want);
});

test("however deep they are nested", () => {
  const fields = '{"f:a":'.repeat(9000) + "{}" + "}".repeat(9000);
  expect(without(`{"metadata":{"managedFields":[{"fieldsV1":${fields}}],"name":"a"}}`)).toBe(
    '{"metadata":{"name":"a"}}',
  );
});

test("property: what is left is the object without that field", () => {
  const json = fc.jsonValue({ maxDepth: 4 });
  const metadata = fc.dictionary(fc.constantFrom("name", "managedFields", "labels", 'a"\\', "metadata"), json);
  const objects = fc.dictionary(fc.constantFrom("metadata", "managedFields", "spec", "x"), fc.oneof(json, metadata));
  fc.assert(
    fc.property(objects, metadata, fc.constantFrom(0, 2), (object, own, blanks) => {
      const whole: Record<string, unknown> = { ...object, metadata: own };
      const { managedFields: _, ...left } = own;
      const text = JSON.stringify(whole, undefined, blanks);
      expect(JSON.parse(without(text))).toEqual(JSON.parse(JSON.stringify({ ...whole, metadata: left })));
    }),
  );
});

test.each([
  ['{"kind":"Foo","metadata":{"name":"a","namespace":"n"}}', "Foo/n/a"],
  ['{"metadata":{"labels":{"name":"b"},"name":"a\\u0000"},"spec":{"name":"c"},"kind":"Foo"}', "Foo/a\u0000"],
  ['{"metadata":{"name":1},"kind":["Foo"]}', undefined],
  ['{"kind":"Foo","metadata":[{"name":"a"}]}', "Foo"],
  ['{"kind":"Foo","metadata":{"name":"a', "Foo"],
  [`{"kind":"Foo","metadata":{"name":"${"a".repeat(2000)}"}}`, "Foo"],
  ["no JSON", undefined],
])("the name in %s", (text, want) => {
  expect(nameIn(Buffer.from(text))).toBe(want);
});

test.each([
  ['{"kind":"AdmissionReview","request":{"uid":"1","kind":{"namespace":"no"},"namespace":"a","object":{}}}', "a"],
  ['{"request":{"object":{"metadata":{"namespace":"no"}}}}', ""],
  ['{"request":{"namespace":7}}', ""],
  [`{"request":{"object":"${"x".repeat(70_000)}","namespace":"late"}}`, ""],
  ['{"request":[]}', ""],
  ["", ""],
])("the namespace of the review %.80s", (review, want) => {
  expect(rawReviewNamespace(Buffer.from(review))).toBe(want);
});

test.each([
  ['{"request":{"uid":"1","objects":[{"metadata":{"name":"x","namespace":"a"}},{"metadata":{"namespace":"b"}}]}}', "a"],
  ['{"request":{"objects":[ \n{"spec":{},"metadata":{"namespace":"a"}}]}}', "a"],
  ['{"request":{"objects":[]}}', ""],
  ['{"request":{"objects":7}}', ""],
  ['{"request":{}}', ""],
  ["[]", ""],
])("the namespace of the list %s", (review, want) => {
  expect(rawListNamespace(Buffer.from(review))).toBe(want);
});
