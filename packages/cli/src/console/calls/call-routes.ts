// The addresses of the console's server that are about calls of hooks. Bodies are checked, since they can be anything.
import { isJsonObject } from "@capstan/kube";
import type { ServeRequest } from "@capstan/serve";
import type { CallDesk } from "./call-desk.ts";

/** What the routes need. */
export type ConsoleCalls = Pick<CallDesk, "detail" | "check" | "set" | "again">;

/** An address, and what it answers. */
export interface CallRoute {
  readonly method: "GET" | "POST";
  readonly path: string;
  readonly answer: (request: ServeRequest) => unknown;
}

/** The routes. */
export function callRoutes(calls: ConsoleCalls): readonly CallRoute[] {
  const post = (path: string, answer: (body: Body) => unknown): CallRoute => ({
    method: "POST",
    path,
    answer: async (request) => answer(bodyOf(await request.json())),
  });
  return [
    { method: "GET", path: "/api/call", answer: ({ query }) => calls.detail(query.get("id") ?? "") ?? {} },
    post("/api/call/check", ({ id, yaml }) => calls.check(id, yaml)),
    post("/api/call/set", ({ yaml, path, value }) => calls.set(yaml, path, value)),
    post("/api/call/again", ({ id, yaml }) => calls.again(id, yaml)),
  ];
}

interface Body {
  readonly id: string;
  readonly yaml: string;
  readonly path: readonly string[];
  readonly value: string | undefined;
}

/** What is missing or wrong is empty. */
function bodyOf(body: unknown): Body {
  const { id, yaml, path, value } = isJsonObject(body) ? body : {};
  const steps: readonly unknown[] = Array.isArray(path) ? path : [];
  return {
    id: typeof id === "string" ? id : "",
    yaml: typeof yaml === "string" ? yaml : "",
    path: steps.filter((step) => typeof step === "string"),
    value: typeof value === "string" ? value : undefined,
  };
}
