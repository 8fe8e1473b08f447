// The rules of Kubernetes for labels and annotations, with the words of its validation.
import type { ObjectMeta } from "@capstan/api/core/v1beta2";
import { dnsSubdomainProblems } from "@capstan/schema/structural";
import { invalidField } from "./field-problems.ts";

const longest = 63;
const mostBytes = 256 * 1024;
const name = /^(?:[A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9]$/;
const form = "([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9]";
const characters =
  "consist of alphanumeric characters, '-', '_' or '.', and must start and end with an alphanumeric character";
const nameForm = `must ${characters} (e.g. 'MyName',  or 'my.name',  or '123-abc', regex used for validation is '${form}')`;
const valueForm = `a valid label must be an empty string or ${characters} (e.g. 'MyValue',  or 'my_value',  or '12345', regex used for validation is '(${form})?')`;

/** Why a string cannot be the key of a label. */
export function labelKeyProblems(key: string): readonly string[] {
  const parts = key.split("/");
  if (parts.length > 2)
    return [`a valid label key ${nameForm} with an optional DNS subdomain prefix and '/' (e.g. 'example.com/MyName')`];
  const [first = "", second] = parts;
  const own = second ?? first;
  return [
    ...(second === undefined ? [] : prefixProblems(first)),
    ...(own === "" ? ["name part must be non-empty"] : []),
    ...(bytesOf(own) > longest ? [`name part must be no more than ${longest} bytes`] : []),
    ...(name.test(own) ? [] : [`name part ${nameForm}`]),
  ];
}

function prefixProblems(prefix: string): readonly string[] {
  if (prefix === "") return ["prefix part must be non-empty"];
  return dnsSubdomainProblems(prefix).map((problem) => `prefix part ${problem.replace(/ characters$/, " bytes")}`);
}

function labelValueProblems(value: string): readonly string[] {
  return [
    ...(bytesOf(value) > longest ? [`must be no more than ${longest} bytes`] : []),
    ...(value === "" || name.test(value) ? [] : [valueForm]),
  ];
}

function bytesOf(value: string): number {
  return Buffer.byteLength(value);
}

/** What is wrong with labels and annotations, at the path of both. */
export function metadataProblems(
  field: string,
  { labels = {}, annotations = {} }: Pick<ObjectMeta, "labels" | "annotations"> = {},
): readonly string[] {
  const size = Object.entries(annotations).reduce((sum, [key, value]) => sum + bytesOf(key) + bytesOf(value), 0);
  return [
    ...Object.entries(labels).flatMap(([key, value]) => [
      ...labelKeyProblems(key).map((problem) => invalidField(`${field}.labels`, key, problem)),
      ...labelValueProblems(value).map((problem) => invalidField(`${field}.labels`, value, problem)),
    ]),
    ...Object.keys(annotations).flatMap((key) =>
      labelKeyProblems(key.toLowerCase()).map((problem) => invalidField(`${field}.annotations`, key, problem)),
    ),
    ...(size > mostBytes ? [`${field}.annotations: Too long: may not be more than ${mostBytes} bytes`] : []),
  ];
}
