// A chain of certificates that takes long to check: OpenSSL compares each name of the server's certificate with each name constraint of the
// authorities above it. Made with the openssl program, since an API server's own tools make no such certificates.
import { execFileSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/** A server's certificate with its chain, and the authority that a kubeconfig has, all in PEM. */
export interface HostileChain {
  readonly ca: string;
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
}

/** A label that has to be decoded for each comparison. */
const internationalLabel = "xn--4gqov2a9a4bxc2c5ctdxd4d8dseze2e9eqfxfzf";
const keyOptions = ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes"];

/** Writes a chain to a folder. Its root, which is all that a kubeconfig has of it, is small and has no constraints. */
export function hostileChain(folder: string, { authorities, constraints, names }: ChainSize): HostileChain {
  const openssl = (...args: readonly string[]): void => {
    execFileSync("openssl", args, { cwd: folder, stdio: ["ignore", "ignore", "pipe"] });
  };
  const read = (file: string): string => readFileSync(join(folder, file), "utf8");
  const isAuthority = "basicConstraints=critical,CA:TRUE";
  openssl(
    "req",
    "-x509",
    ...keyOptions,
    "-keyout",
    "root.key",
    "-out",
    "root.crt",
    "-subj",
    "/CN=root",
    "-addext",
    isAuthority,
  );
  const issue = (name: string, issuer: string, extensions: readonly string[]): void => {
    writeFileSync(join(folder, `${name}.cnf`), extensions.join("\n"));
    openssl("req", ...keyOptions, "-keyout", `${name}.key`, "-out", `${name}.csr`, "-subj", `/CN=${name}`);
    const signing = ["-CA", `${issuer}.crt`, "-CAkey", `${issuer}.key`, "-CAcreateserial", "-extfile", `${name}.cnf`];
    openssl("x509", "-req", "-in", `${name}.csr`, "-out", `${name}.crt`, "-days", "30", ...signing);
  };
  const chain = Array.from({ length: authorities }, (_, i) => `authority-${i}`);
  const excluded = Array.from({ length: constraints }, (_, i) => `excluded;email.${i}=${i}.${internationalLabel}`);
  for (const [i, name] of chain.entries())
    issue(name, chain[i - 1] ?? "root", [isAuthority, "nameConstraints=@all", "[all]", ...excluded]);
  const mailboxes = Array.from({ length: names }, (_, i) => `otherName.${i}=1.3.6.1.5.5.7.8.9;UTF8:a@d${i}`);
  issue("server", chain.at(-1) ?? "root", ["subjectAltName=@all", "[all]", "IP.0=127.0.0.1", ...mailboxes]);
  const cert = ["server", ...chain.toReversed()].map((name) => read(`${name}.crt`)).join("");
  return { ca: read("root.crt"), cert, key: read("server.key") };
}
