// Applies manifests with the real kubectl, as a user would.
import { spawn } from "node:child_process";

/** What to apply, and to which cluster. */
export interface ApplyOptions {
  /** kubectl's file. */
  readonly program: string;
  readonly kubeconfig: string;
  /** One or more YAML documents. */
  readonly manifests: string;
}

/** Applies the manifests; resolves to what kubectl printed, rejects with its errors. */
export function kubectlApply({ program, kubeconfig, manifests }: ApplyOptions): Promise<string> {
  return new Promise((resolve, reject) => {
    const child = spawn(program, ["--kubeconfig", kubeconfig, "apply", "-f", "-"], { stdio: "pipe" });
    const output: string[] = [];
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding("utf8").on("data", (text: string) => output.push(text));
    }
    child.on("error", reject);
    child.on("close", (code) => {
      if (code === 0) resolve(output.join(""));
      else reject(new Error(`kubectl apply failed:\n${output.join("").trim()}`));
    });
    child.stdin.end(manifests);
  });
}
