// The cloud's event stream: server-sent events, one for each change of a server.

/** A server of an object has changed. */
export interface CloudEvent {
  readonly owner: { readonly namespace: string; readonly name: string };
}

/** Reads the stream until it ends. The kit opens it again. */
export async function* cloudEvents(url: string, signal: AbortSignal): AsyncGenerator<CloudEvent> {
  const response = await fetch(url, { signal, headers: { accept: "text/event-stream" } });
  if (!response.ok || response.body === null) throw new Error(`GET /events: the cloud answered ${response.status}`);
  let rest = "";
  for await (const chunk of response.body.pipeThrough(new TextDecoderStream())) {
    const lines = `${rest}${chunk}`.split("\n");
    rest = lines.pop() ?? "";
    for (const line of lines) if (line.startsWith("data: ")) yield JSON.parse(line.slice(6)) as CloudEvent;
  }
}
