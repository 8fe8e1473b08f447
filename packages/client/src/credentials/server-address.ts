// The address of an API server as credentials have it.

const schemeOf = /^[a-z][a-z0-9+.-]{0,20}:\/\//i;

/** An address without user and password, for messages. Of one that is not a URL, everything before the last `@` is left out. */
export function withoutUser(address: string): string {
  const [scheme = ""] = schemeOf.exec(address) ?? [];
  if (scheme === "" || !URL.canParse(address)) return address.replace(/^.*@/s, scheme);
  const url = new URL(address);
  if (url.username === "" && url.password === "") return address;
  url.username = url.password = "";
  return url.href;
}

/** Whether a server is called over TLS; the scheme may be in capitals, and blanks around an address do not count. */
export function usesTls(address: string): boolean {
  return URL.canParse(address) && new URL(address).protocol === "https:";
}

/** What is wrong with an address, as in "... is not a URL"; undefined when it can be used. */
export function addressProblem(address: string): string | undefined {
  if (!URL.canParse(address)) return `is "${withoutUser(address)}", which is not a URL`;
  const { protocol, username, password } = new URL(address);
  if (protocol !== "https:" && protocol !== "http:")
    return `is "${withoutUser(address)}", which does not start with https:// or http://`;
  if (username !== "" || password !== "")
    return "has a user or a password, which Kubernetes has not accepted since 1.19";
  return undefined;
}
