// Who a caller is: its certificate first, then its token, as on a real server.
import { expect, test, vi } from "vitest";
import { exchangeFor, type Subject } from "../../../test/http.ts";
import { authenticate } from "./authentication.ts";
import { TokenIssuer, type UserInfo, serviceAccountUser } from "./users.ts";

const tokens = new TokenIssuer();
const robot = serviceAccountUser("default", "robot", "1");
const { token } = tokens.issue(robot, 60);

function callerOf({ authorization, subject }: { authorization?: string; subject?: Subject }): UserInfo {
  const headers = authorization === undefined ? {} : { authorization };
  return authenticate(exchangeFor({ headers, subject }).exchange.request, tokens);
}

test.each([
  { subject: { CN: "jane" }, groups: [] },
  { subject: { CN: "jane", O: "dev" }, groups: ["dev"] },
  { subject: { CN: "jane", O: ["dev", "ops"] }, groups: ["dev", "ops"] },
])("the certificate of $subject", ({ subject, groups }) => {
  const jane = { username: "jane", groups: [...groups, "system:authenticated"] };
  expect(callerOf({ subject })).toEqual(jane);
  expect(callerOf({ subject, authorization: `Bearer ${token}` })).toEqual(jane);
  expect(callerOf({ subject, authorization: "Bearer nonsense" })).toEqual(jane);
});

test.each(["Bearer TOKEN", "bearer TOKEN", " Bearer TOKEN ", "Bearer TOKEN more"])(
  "a token in the header '%s'",
  (header) => {
    const authorization = header.replace("TOKEN", token);
    expect(callerOf({ authorization })).toEqual(robot);
    expect(callerOf({ authorization, subject: { O: "nameless" } })).toEqual(robot);
  },
);

test.each([undefined, "", "Bearer", "Bearer nonsense", "Bearer  TOKEN", "Basic TOKEN", "Basic bearer TOKEN", "TOKEN"])(
  "the header '%s' alone is Unauthorized",
  (header) => {
    const authorization = header?.replace("TOKEN", token);
    expect(() => callerOf(authorization === undefined ? {} : { authorization })).toThrow(
      expect.objectContaining({ message: "Unauthorized", status: expect.objectContaining({ code: 401 }) }),
    );
  },
);

test("a certificate is read once per connection", () => {
  const { request } = exchangeFor({ subject: { CN: "jane" } }).exchange;
  const read = vi.spyOn(request.socket as never as { getPeerCertificate(): unknown }, "getPeerCertificate");
  expect(authenticate(request, tokens)).toBe(authenticate(request, tokens));
  expect(read).toHaveBeenCalledTimes(1);
});
