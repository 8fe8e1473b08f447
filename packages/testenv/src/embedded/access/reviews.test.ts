// Reviews and token requests: what they answer, and who a new token belongs to.
import { beforeEach, describe, expect, test, vi } from "vitest";
import { createHttp, type TestHttp } from "../../../test/http.ts";
import { create, createState, read } from "../../../test/server.ts";
import type { ServerState } from "../server-state.ts";

const robot = { resource: "v1/serviceaccounts", name: "robot" };
let state: ServerState;
let http: TestHttp;
beforeEach(async () => {
  state = await createState();
  http = createHttp(state);
  await create(state, robot);
});

interface Review {
  readonly group: string;
  readonly kind: string;
  readonly spec?: object;
}

const review = ({ group, kind, spec = {} }: Review): object => ({ apiVersion: `${group}/v1`, kind, spec });
const post = (given: Review): ReturnType<TestHttp["send"]> =>
  http.send("POST", `/apis/${given.group}/v1/${given.kind.toLowerCase()}s`, { json: review(given) });

const authentication = "authentication.k8s.io";
const authorization = "authorization.k8s.io";

test.each(["SelfSubjectAccessReview", "SubjectAccessReview"])("a %s allows everything", async (kind) => {
  const given = { group: authorization, kind, spec: { resourceAttributes: { verb: "get", resource: "pods" } } };
  const status = { allowed: true, reason: "the embedded API server has no authorization" };
  expect(await post(given)).toMatchObject({ code: 201, body: { ...review(given), status } });
});

const pods = { verb: "get", resource: "pods" };
const metrics = { verb: "get", path: "/metrics" };
const asked = [
  {
    kind: "SubjectAccessReview",
    spec: { user: "a", groups: ["g"], resourceAttributes: pods },
    want: { user: "a", groups: ["g"], resourceAttributes: pods },
  },
  {
    kind: "SubjectAccessReview",
    spec: { nonResourceAttributes: metrics },
    want: { user: "", groups: [], nonResourceAttributes: metrics },
  },
  {
    kind: "SelfSubjectAccessReview",
    spec: { nonResourceAttributes: metrics },
    want: { user: "admin", groups: ["system:masters", "system:authenticated"], nonResourceAttributes: metrics },
  },
];

describe.each(asked)("a $kind of $spec that the test decides", ({ kind, spec, want }) => {
  test.each([true, false])("is answered with %s", async (allowed) => {
    const requests: unknown[] = [];
    http = createHttp(await createState((request) => (requests.push(request), allowed)));
    const status = { allowed, reason: "the test decided it" };
    expect(await post({ group: authorization, kind, spec })).toMatchObject({ code: 201, body: { status } });
    expect(requests).toEqual([want]);
  });
});

test("a SelfSubjectReview names the caller", async () => {
  const userInfo = { username: "admin", groups: ["system:masters", "system:authenticated"] };
  expect(await post({ group: authentication, kind: "SelfSubjectReview" })).toMatchObject({
    code: 201,
    body: { kind: "SelfSubjectReview", status: { userInfo } },
  });
});

test.each(["[]", "1", ""])("a review with the body '%s' is rejected", async (body) => {
  expect(await http.send("POST", `/apis/${authentication}/v1/tokenreviews`, { body })).toMatchObject({
    code: 400,
    body: { reason: "BadRequest", message: "the body of a review must be an object" },
  });
});

describe("a token", () => {
  const path = "/api/v1/namespaces/default/serviceaccounts/robot/token";
  const request = (spec: unknown): object => ({ apiVersion: `${authentication}/v1`, kind: "TokenRequest", spec });

  async function issue(spec: unknown = {}): Promise<string> {
    const { body } = await http.send("POST", path, { json: request(spec) });
    return (body as { status: { token: string } }).status.token;
  }

  test.each([
    { given: undefined, want: { expirationSeconds: 3600 } },
    { given: {}, want: { expirationSeconds: 3600 } },
    { given: [], want: { expirationSeconds: 3600 } },
    { given: { expirationSeconds: "1" }, want: { expirationSeconds: 3600 } },
    { given: { expirationSeconds: 600, audiences: ["a"] }, want: { expirationSeconds: 600, audiences: ["a"] } },
  ])("is requested with $given", async ({ given, want }) => {
    vi.useFakeTimers({ now: new Date("2026-01-02T03:00:00Z"), toFake: ["Date"] });
    const { code, body } = await http.send("POST", path, { json: request(given) });
    vi.useRealTimers();
    const minutes = String(want.expirationSeconds / 60).padStart(2, "0");
    const expirationTimestamp =
      want.expirationSeconds === 3600 ? "2026-01-02T04:00:00Z" : `2026-01-02T03:${minutes}:00Z`;
    expect([code, body]).toEqual([
      201,
      {
        kind: "TokenRequest",
        apiVersion: "authentication.k8s.io/v1",
        metadata: { name: "robot", namespace: "default" },
        spec: want,
        status: { token: expect.stringMatching(/^capstan\.[\w-]{43}$/), expirationTimestamp },
      },
    ]);
  });

  test("of no ServiceAccount is not issued", async () => {
    expect(await http.send("POST", path.replace("robot", "none"), { json: request({}) })).toMatchObject({
      code: 404,
      body: { message: 'serviceaccounts "none" not found', details: { name: "none", kind: "serviceaccounts" } },
    });
  });

  const user = (): object => ({
    username: "system:serviceaccount:default:robot",
    uid: read(state, robot)?.metadata.uid,
    groups: ["system:serviceaccounts", "system:serviceaccounts:default", "system:authenticated"],
  });

  test("authenticates as the ServiceAccount", async () => {
    const { body } = await http.send("POST", `/apis/${authentication}/v1/selfsubjectreviews`, {
      json: review({ group: authentication, kind: "SelfSubjectReview" }),
      headers: { authorization: `Bearer ${await issue()}` },
      subject: undefined,
    });
    expect(body).toMatchObject({ status: { userInfo: user() } });
  });

  test("is reviewed", async () => {
    const token = await issue();
    const statusOf = async (spec: object): Promise<unknown> =>
      ((await post({ group: authentication, kind: "TokenReview", spec })).body as { status: unknown }).status;
    expect(await statusOf({ token })).toEqual({ authenticated: true, user: user() });
    const unknown = { authenticated: false, error: "the token is unknown or expired" };
    expect(await statusOf({ token: "nonsense" })).toEqual(unknown);
    expect(await statusOf({})).toEqual(unknown);
  });

  test("cannot be reviewed without a spec", async () => {
    const { body } = await http.send("POST", `/apis/${authentication}/v1/tokenreviews`, { json: { spec: 1 } });
    expect(body).toMatchObject({ spec: 1, status: { authenticated: false } });
  });
});
