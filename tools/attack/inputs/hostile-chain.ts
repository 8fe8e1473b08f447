// A chain of certificates that takes long to check: OpenSSL compares each name of the server's certificate with each name constraint of the
// authorities above it. Made with the openssl program, since an API server's own tools make no such certificates.
import { execFileSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/** A server's certificate with its chain, the authorities of the chain, and the one that a kubeconfig has, all in PEM. */
export interface HostileChain {
  readonly ca: string;
  readonly chain: string;
  readonly cert: string;
  readonly key: string;
}

/** How much there is to compare. */
export interface ChainSize {
  readonly authorities: number;
  /** Constraints of each authority. */
  readonly constraints: number;
  /** Names of the server's certificate. */
  readonly names: number;
  /** Of the keys of the authorities. Default: P-256. */
  readonly curve?: string;
}

interface Issue {
  readonly issuer: string;
  readonly extensions: readonly string[];
  /** The curve of its key. */
  readonly of?: string;
}

/** A label that has to be decoded for each comparison. */
const internationalLabel = "xn--4gqov2a9a4bxc2c5ctdxd4d8dseze2e9eqfxfzf";
const keyOptions = (curve: string): string[] => ["-newkey", "ec", "-pkeyopt", `ec_paramgen_curve:${curve}`, "-nodes"];

/** Writes a chain to a folder. Its root, which is all that a kubeconfig has of it, is small and has no constraints. */
export function hostileChain(
  folder: string,
  { authorities, constraints, names, curve = "P-256" }: ChainSize,
): HostileChain {
  const openssl = (...args: readonly string[]): void => {
    execFileSync("openssl", args, { cwd: folder, stdio: ["ignore", "ignore", "pipe"] });
  };
  const read = (file: string): string => readFileSync(join(folder, file), "utf8");
  const isAuthority = "basicConstraints=critical,CA:TRUE";
  const request = (name: string, options: readonly string[], of = "P-256"): void =>
    openssl("req", ...keyOptions(of), "-keyout", `${name}.key`, "-subj", `/CN=${name}`, ...options);
  request("root", ["-x509", "-out", "root.crt", "-addext", isAuthority]);
  const issue = (name: string, { issuer, extensions, of }: Issue): void => {
    writeFileSync(join(folder, `${name}.cnf`), extensions.join("\n"));
    request(name, ["-out", `${name}.csr`], of);
    const signing = ["-CA", `${issuer}.crt`, "-CAkey", `${issuer}.key`, "-CAcreateserial", "-extfile", `${name}.cnf`];
    openssl("x509", "-req", "-in", `${name}.csr`, "-out", `${name}.crt`, "-days", "30", ...signing);
  };
  const chain = Array.from({ length: authorities }, (_, i) => `authority-${i}`);
  const excluded = Array.from({ length: constraints }, (_, i) => `excluded;email.${i}=${i}.${internationalLabel}`);
  const constrained = constraints === 0 ? [] : ["nameConstraints=@all", "[all]", ...excluded];
  for (const [i, name] of chain.entries())
    issue(name, { issuer: chain[i - 1] ?? "root", extensions: [isAuthority, ...constrained], of: curve });
  const mailboxes = Array.from({ length: names }, (_, i) => `otherName.${i}=1.3.6.1.5.5.7.8.9;UTF8:a@d${i}`);
  const extensions = ["subjectAltName=@all", "[all]", "IP.0=127.0.0.1", ...mailboxes];
  issue("server", { issuer: chain.at(-1) ?? "root", extensions });
  const authoritiesInPem = chain
    .toReversed()
    .map((name) => read(`${name}.crt`))
    .join("");
  const cert = read("server.crt") + authoritiesInPem;
  return { ca: read("root.crt"), chain: authoritiesInPem, cert, key: read("server.key") };
}
