// The programs beside Node that people use with a project: kubectl, clusterctl, and one that builds images. None of them is needed to write a provider.
import { execFile } from "node:child_process";
import { devNull } from "node:os";
import { delimiter, isAbsolute, join } from "node:path";
import { promisify } from "node:util";
import { isExecutable } from "@capstan/testenv/host";
import type { Terminal } from "../output/print-outcome.ts";
import { type DoctorCheck, shownHome } from "./check.ts";

/** How long a program has to print its version. */
const versionMs = 2000;

/** What a program is for, and what it is called with for its version: none of these calls another computer. */
interface Tool {
  readonly name: string;
  readonly programs: readonly (readonly [string, readonly string[]])[];
  readonly help: string;
}

const tools: readonly Tool[] = [
  {
    name: "kubectl",
    programs: [["kubectl", ["version", "--client"]]],
    help: "install it to look into a cluster: https://kubernetes.io/docs/tasks/tools/",
  },
  {
    name: "clusterctl",
    programs: [["clusterctl", ["version", "-o", "short"]]],
    help: "install it to try a release: https://cluster-api.sigs.k8s.io/clusterctl/overview",
  },
  {
    name: "image tool",
    programs: ["docker", "podman", "buildah", "nerdctl"].map((program) => [program, ["--version"]]),
    help: "install docker, podman, buildah or nerdctl to build the image of a release",
  },
];

/** A row for each kind of program: the first that is there, with its version. */
export function toolChecks(env: Terminal["env"]): Promise<readonly DoctorCheck[]> {
  return Promise.all(tools.map((tool) => toolCheck(tool, env)));
}

async function toolCheck({ name, programs, help }: Tool, env: Terminal["env"]): Promise<DoctorCheck> {
  const there = programs.flatMap(([program, args]) => {
    const file = findProgram(program, env);
    return file === undefined ? [] : [{ file, args }];
  });
  const [first] = there;
  if (first === undefined) return { name, state: "absent", found: "not found", help };
  const { file, args } = first;
  const found = `${await versionOf(file, args, env)} (${shownHome(file, env)})`;
  return { name, state: "ok", found };
}

/** In the absolute folders of PATH: with a relative one, the project could have the program. */
function findProgram(name: string, env: Terminal["env"]): string | undefined {
  const folders = (env["PATH"] ?? "").split(delimiter).filter(isAbsolute);
  const endings = process.platform === "win32" ? [".exe"] : [""];
  return folders.flatMap((folder) => endings.map((ending) => join(folder, name + ending))).find(isExecutable);
}

async function versionOf(file: string, args: readonly string[], env: Terminal["env"]): Promise<string> {
  // clusterctl would otherwise look for newer versions of itself, and kubectl run the program that a kubeconfig names for credentials.
  const quiet = { ...env, CLUSTERCTL_DISABLE_VERSIONCHECK: "true", KUBECONFIG: devNull };
  try {
    const options = { env: quiet, timeout: versionMs, killSignal: "SIGKILL", cwd: "/" } as const;
    const { stdout } = await promisify(execFile)(file, [...args], options);
    return versionIn(stdout) ?? "a version that is not known";
  } catch {
    return "a version that is not known: it did not answer";
  }
}

/** The first word that begins with a number, perhaps after a v. */
function versionIn(printed: string): string | undefined {
  const words = printed.replaceAll("\n", " ").replaceAll(",", " ").split(" ");
  return words.find((word) => {
    const first = word.startsWith("v") ? word.at(1) : word.at(0);
    return first !== undefined && first >= "0" && first <= "9" && word.includes(".");
  });
}
