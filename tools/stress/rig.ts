// One fault's managers, proxy and writer, on the control plane of the run.
import { join } from "node:path";
import { writeFileSync } from "node:fs";
import type { Fault } from "./fault.ts";
import { type Account, accounts } from "./lab/accounts.ts";
import type { Api } from "./lab/api.ts";
import { FaultProxy } from "./lab/fault-proxy.ts";
import { type Lab, objects, type Server } from "./lab/lab.ts";
import { ManagerProcess } from "./lab/manager-process.ts";
import { delay, until } from "./lab/until.ts";
import { listWidgets, namesOf, namespace, type Range } from "./lab/widgets.ts";
import { Writer } from "./lab/writer.ts";
import { auditSize } from "./checks/audit.ts";
import { lostObjects } from "./checks/objects.ts";

/** The Lease of the managers. */
export const leasePath: string = `/apis/coordination.k8s.io/v1/namespaces/${namespace}/leases/stress-leader`;

/** How long objects may take to be reconciled: the longest wait of a watch that is opened again is 70 s, and the machine may be busy. */
const convergeMs = 150_000;

/** What a fault works with. */
export class Rig implements AsyncDisposable {
  readonly lab: Lab;
  readonly folder: string;
  readonly proxy: FaultProxy;
  readonly managers: ManagerProcess[] = [];
  readonly #auditFrom: number;
  #writer: Writer | undefined;

  /** Starts the managers of a fault; resolves when the first one has reconciled every object, and the second one waits. */
  static async start(lab: Lab, fault: Fault): Promise<Rig> {
    const rig = new Rig(lab);
    try {
      await lab.api.call({ method: "DELETE", path: leasePath });
      const url = await rig.proxy.start();
      const server = fault.proxied === true ? { url, caData: rig.proxy.caData } : lab.server;
      await rig.#startManagers(fault, server);
      return rig;
    } catch (error) {
      await rig[Symbol.asyncDispose]();
      throw error;
    }
  }

  private constructor(lab: Lab) {
    this.lab = lab;
    this.folder = lab.createFolder();
    this.#auditFrom = auditSize(lab.auditLog);
    this.proxy = new FaultProxy(lab.server.url, lab.server.caData);
  }

  get api(): Api {
    return this.lab.api;
  }

  /** The place in the audit log where this fault begins. */
  get auditFrom(): number {
    return this.#auditFrom;
  }

  /** The manager that leads at first. */
  get leader(): ManagerProcess {
    const [leader] = this.managers;
    if (leader === undefined) throw new Error("no manager was started");
    return leader;
  }

  /** The manager that waits for the Lease. */
  get standby(): ManagerProcess {
    const [, standby] = this.managers;
    if (standby === undefined) throw new Error("this fault has no second manager");
    return standby;
  }

  /** Begins to write into the objects, but not into so many first ones. */
  startWriter(without: number): Writer {
    this.#writer = new Writer(this.api, namesOf({ from: without, count: objects - without }));
    return this.#writer;
  }

  /** Resolves when the second manager works. */
  async isTakenOver(): Promise<void> {
    await until("the second manager leads", () => this.standby.record.length > 0);
  }

  /** Resolves when the first manager has ended, and after 20 s if it does not: the check of endings then reports it. */
  async leaderEnds(): Promise<void> {
    await Promise.race([this.leader.exited, delay(20_000)]);
  }

  /** Resolves when some objects are reconciled at their last generation. */
  async isReconciled(range: Range): Promise<void> {
    const names = new Set(namesOf(range));
    await until("objects are reconciled", async () =>
      lostObjects(await listWidgets(this.api)).every((name) => !names.has(name)),
    );
  }

  /** Puts the proxy's authority where the managers read it. */
  writeAuthority(): void {
    for (const { account } of this.managers) writeFileSync(join(this.folder, `${account}.ca`), this.proxy.caData);
  }

  /** Waits until every object is reconciled at its last generation; the names of those that are not after the longest time. */
  async converge(): Promise<readonly string[]> {
    const deadline = performance.now() + convergeMs;
    for (;;) {
      const widgets = await listWidgets(this.api);
      const lost = widgets.length === objects ? lostObjects(widgets) : [`${widgets.length} of ${objects} objects`];
      if (lost.length === 0 || performance.now() > deadline) return lost;
      await delay(250);
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#writer?.stop();
    for (const manager of this.managers) await manager.kill();
    this.proxy.stop();
    await this.lab.recover();
  }

  async #startManagers(fault: Fault, server: Server): Promise<void> {
    const first = await this.#startManager("a", fault, server);
    await first.hasReconciled(objects);
    if (fault.elected !== true) return;
    for (const account of accounts.slice(1)) await (await this.#startManager(account, fault, server)).isReady();
  }

  async #startManager(account: Account, { elected, flags = [] }: Fault, server: Server): Promise<ManagerProcess> {
    const manager = await ManagerProcess.start({
      account,
      folder: this.folder,
      kubeconfig: this.lab.writeKubeconfig(this.folder, account, server),
      flags: [...flags, ...(elected === true ? ["--leader-elect"] : [])],
    });
    this.managers.push(manager);
    return manager;
  }
}
