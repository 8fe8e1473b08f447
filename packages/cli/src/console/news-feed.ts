// The news of a session as numbered items, of which the newest are kept, so that a page that was away can go on where it was.
import { randomBytes } from "node:crypto";
import type { TraceEvent } from "@capstan/kube/trace";
import type { LogLine, NewsItem } from "./wire.ts";

/** How many items of each kind are kept. Of the trace each type has its own share: thousands of events must not push out the few hooks. Of the news, what a flood brings while a page gets its first state, which can take some seconds. */
const most = { news: 20_000, ofType: 2000, log: 2000 };

/** The numbered news. A position is `<session>.<number>`: numbers of another session mean nothing. */
export class NewsFeed {
  readonly #session = randomBytes(6).toString("hex");
  readonly #news: NewsItem[] = [];
  #count = 0;
  readonly #trace = new Map<TraceEvent["type"], TraceEvent[]>();
  readonly #log: LogLine[] = [];
  readonly #listeners = new Set<() => void>();

  /** Adds an item. */
  add(item: NewsItem): void {
    this.#count += 1;
    keep(this.#news, item, most.news);
    if (item.type === "log") keep(this.#log, item.line, most.log);
    if (item.type === "trace") this.#keepRecord(item.record);
    for (const listener of this.#listeners) listener();
  }

  /** The position after the newest item. */
  get position(): string {
    return `${this.#session}.${this.#count}`;
  }

  /** The items after a position; undefined when it is of another session or too old. */
  since(position: string): readonly NewsItem[] | undefined {
    const [session, number] = position.split(".");
    const missed = this.#count - Number(number);
    if (session !== this.#session || !(missed >= 0 && missed <= this.#news.length)) return undefined;
    return missed === 0 ? [] : this.#news.slice(-missed);
  }

  /** The kept records of the trace, type by type. */
  trace(): TraceEvent[] {
    return [...this.#trace.values()].flat();
  }

  /** The kept lines of the log. */
  log(): readonly LogLine[] {
    return this.#log;
  }

  /** Calls the listener after each item, until the returned function is called. */
  follow(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  #keepRecord(record: TraceEvent): void {
    const list = this.#trace.get(record.type) ?? [];
    this.#trace.set(record.type, list);
    keep(list, record, most.ofType);
  }
}

/** Drops old items in blocks, so that adding one costs little. */
function keep<T>(list: T[], item: T, limit: number): void {
  list.push(item);
  if (list.length > limit + limit / 10) list.splice(0, list.length - limit);
}
