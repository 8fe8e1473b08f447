// The stream of news to one open page, as Server-Sent Events. Several items go together, a few times a second; the id of an event is the position from which the page goes on.
import type { ServerResponse } from "node:http";
import type { NewsFeed } from "./news-feed.ts";

/** The shortest time between two messages, the longest silence, and how long the last message may take. */
const timing = { batchMs: 100, heartbeatMs: 15_000, farewellMs: 300 };

/** Follows the feed until the page leaves. The returned function tells the page that the session has ended, and resolves when that was sent. */
export function streamNews(feed: NewsFeed, response: ServerResponse, after: string): () => Promise<void> {
  let position = after;
  let timer: NodeJS.Timeout | undefined;
  response.write("retry: 1000\n\n");
  const flush = (): void => {
    timer = undefined;
    // A page that reads too slowly gets more at once, later.
    if (response.writableNeedDrain) return;
    const items = feed.since(position);
    if (items === undefined) {
      response.end("event: reset\ndata: {}\n\n");
      return;
    }
    position = feed.position;
    if (items.length > 0) response.write(`id: ${position}\ndata: ${JSON.stringify(items)}\n\n`);
  };
  const schedule = (): void => {
    timer ??= setTimeout(flush, timing.batchMs).unref();
  };
  const end = feed.follow(schedule);
  const beat = setInterval(() => response.write(": still here\n\n"), timing.heartbeatMs).unref();
  response.on("drain", schedule).on("close", () => {
    end();
    clearTimeout(timer);
    clearInterval(beat);
  });
  flush();
  return () =>
    new Promise((resolve) => {
      // A page that does not read is not waited for.
      setTimeout(resolve, timing.farewellMs).unref();
      response.on("close", () => resolve()).end("event: end\ndata: {}\n\n", () => resolve());
    });
}
