// Fields of Secrets, and what kube-apiserver 1.36 answered about each.
import { expect, test } from "vitest";
import { undecodableField } from "./secret-fields.ts";

test.each([
  ["!!NOTB64", 0],
  ["aGVsbG8", 4],
  ["aGVs*G8=", 4],
  ["aGVsbG8=YQ==", 8],
  ["a-_b", 1],
  ["a", 0],
  ["aa=", 3],
  ["aa=b", 2],
  ["=", 0],
  ["aaaaa", 4],
  ["aGVs\nbG8=", undefined],
  ["aGV=", undefined],
  ["", undefined],
  ["YQ==", undefined],
  ["YQ=\n=\n", undefined],
])("the data %j", (text, at) => {
  expect(undecodableField({ data: { a: text } })).toBe(
    at === undefined ? undefined : `illegal base64 data at input byte ${at}`,
  );
});

const cannot = (what: string, type: string): string =>
  `json: cannot unmarshal ${what.replace(" ", " into Go struct field Secret.")} of type ${type}`;

test.each([
  [{ data: { a: 1 } }, cannot("number data", "[]uint8")],
  [{ data: { a: true } }, cannot("bool data", "[]uint8")],
  [{ data: { a: {} } }, cannot("object data", "[]uint8")],
  [{ data: ["a"] }, cannot("array data", "map[string][]uint8")],
  [{ data: "a" }, cannot("string data", "map[string][]uint8")],
  [{ stringData: { a: 12345678 } }, cannot("number stringData", "string")],
  [{ stringData: { a: [] } }, cannot("array stringData", "string")],
  [{ stringData: "x" }, cannot("string stringData", "map[string]string")],
  [{ stringData: { c: 1 }, data: { a: "!" } }, cannot("number stringData", "string")],
  [{ data: { b: "YQ==", a: "!" }, stringData: { c: 1 } }, "illegal base64 data at input byte 0"],
  [{ data: { a: null }, stringData: { b: null } }, undefined],
  [{ data: null }, undefined],
  [{}, undefined],
])("%j", (body, problem) => {
  expect(undecodableField(body)).toBe(problem);
});
