// Authentication: by a client certificate of this server's authority, otherwise by a token that it issued. Any
// authenticated caller has full access; there is no authorization.
import type { IncomingMessage } from "node:http";
import type { TLSSocket } from "node:tls";
import { rejection } from "../api-status.ts";
import type { TokenIssuer, UserInfo } from "./users.ts";

/** Certificates are parsed once per connection. */
const bySocket = new WeakMap<object, UserInfo | undefined>();

/** The caller of a request. Throws Unauthorized when it has neither a valid token nor a valid certificate. */
export function authenticate(request: IncomingMessage, tokens: TokenIssuer): UserInfo {
  const user = fromCertificate(request.socket as TLSSocket) ?? fromToken(request.headers.authorization, tokens);
  if (user === undefined) throw rejection("Unauthorized", "Unauthorized");
  return user;
}

function fromToken(header: string | undefined, tokens: TokenIssuer): UserInfo | undefined {
  return tokens.userOf(String(header?.match(/^ *bearer (\S+)/i)?.[1]));
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
  if (CN === undefined) return undefined;
  const groups = O === undefined ? [] : [O].flat();
  return { username: String(CN), groups: [...groups, "system:authenticated"] };
}
