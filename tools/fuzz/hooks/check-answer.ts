// What is wrong with what a server of hooks sent.
import { isJsonObject } from "@capstan/kube";

/** What a server may answer to a caller that does what it should not; 503 asks to come again. */
const statuses: ReadonlySet<number> = new Set([100, 200, 400, 404, 405, 408, 411, 413, 414, 415, 417, 421, 431, 503]);
/** What no answer may have: places in code. */
const inside = /\n\s+at |node:internal|\.[cm]?[jt]s:\d|file:\/\/|node_modules/;
const mostCharacters = 1_024;

/** An answer as it was read. */
export interface ReadAnswer {
  readonly status: number;
  readonly body: string;
}

/** The problems of one answer. */
export function answerProblems({ status, body }: ReadAnswer): string[] {
  return [
    ...(statuses.has(status) ? [] : [`the status is ${status}`]),
    ...(inside.test(body) ? [`the answer has a place in code: ${body.slice(0, 300)}`] : []),
    ...(status === 200 ? bodyProblems(body) : []),
  ];
}

function bodyProblems(body: string): string[] {
  const answer = parsed(body);
  if (!isJsonObject(answer)) return [`the answer is not an object: ${body.slice(0, 200)}`];
  const { status, message = "", retryAfterSeconds = 0, kind } = answer;
  const seconds = Number(retryAfterSeconds);
  return [
    ...(status === "Success" || status === "Failure" ? [] : [`the status of the answer is ${String(status)}`]),
    ...(String(kind).endsWith("Response") ? [] : [`the kind of the answer is ${String(kind)}`]),
    ...(typeof message === "string" && message.length <= mostCharacters ? [] : ["its message is too long"]),
    ...(Number.isInteger(seconds) && seconds >= 0 && seconds < 2 ** 31 ? [] : [`its delay is ${seconds}`]),
  ];
}

function parsed(body: string): unknown {
  try {
    return JSON.parse(Buffer.from(body, "latin1").toString("utf8"));
  } catch {
    return undefined;
  }
}

/** The answers in what a server sent on one connection of HTTP/1.1, as far as they are whole. */
export function answersIn(all: string): readonly ReadAnswer[] {
  const answers: ReadAnswer[] = [];
  let rest = all;
  while (rest !== "") {
    const end = rest.indexOf("\r\n\r\n");
    const [, status = "0"] = /^HTTP\/1\.1 (\d{3})/.exec(rest) ?? [];
    if (end < 0) return [...answers, { status: Number(status), body: "" }];
    const head = rest.slice(0, end);
    const [, length] = /\r\ncontent-length: (\d+)/i.exec(head) ?? [];
    const body = rest.slice(end + 4);
    const size = status === "100" ? 0 : length === undefined ? body.length : Number(length);
    // The answer to HEAD, or one that was cut, has less than it says.
    if (body.length >= size) answers.push({ status: Number(status), body: body.slice(0, size) });
    rest = body.slice(size);
  }
  return answers;
}
