// Authentication: by a client certificate of this server's authority, or by a token that it issued. Any authenticated
// caller has full access; there is no authorization.
import type { IncomingMessage } from "node:http";
import type { TLSSocket } from "node:tls";
import { rejection } from "../api-status.ts";
import type { TokenIssuer, UserInfo } from "./users.ts";

/** Certificates are parsed once per connection. */
const bySocket = new WeakMap<object, UserInfo | undefined>();

/** The caller of a request. Throws Unauthorized when it has neither a valid token nor a valid certificate. */
export function authenticate(request: IncomingMessage, tokens: TokenIssuer): UserInfo {
  const user = fromToken(request.headers.authorization, tokens) ?? fromCertificate(request.socket as TLSSocket);
  if (user === undefined) throw rejection("Unauthorized", "Unauthorized");
  return user;
}

function fromToken(header: string | undefined, tokens: TokenIssuer): UserInfo | undefined {
  const [, token] = /^Bearer\s+(\S+)$/i.exec(header ?? "") ?? [];
  if (token === undefined) return undefined;
  const user = tokens.userOf(token);
  if (user === undefined) throw rejection("Unauthorized", "Unauthorized");
  return user;
}

function fromCertificate(socket: TLSSocket): UserInfo | undefined {
  if (bySocket.has(socket)) return bySocket.get(socket);
  const user = readCertificate(socket);
  bySocket.set(socket, user);
  return user;
}

function readCertificate(socket: TLSSocket): UserInfo | undefined {
  if (!socket.authorized) return undefined;
  const { CN, O } = socket.getPeerCertificate().subject;
  const groups = O === undefined ? [] : Array.isArray(O) ? O : [O];
  return { username: String(CN), groups: [...groups.map(String), "system:authenticated"] };
}
