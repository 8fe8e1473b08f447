// What others write to the outputs of this process while a command works: modules and handlers of a project run in it.

/** Puts another function in the place of `write` of a stream. The returned function gives the stream its own back. */
function replaceWrite(stream: NodeJS.WriteStream, write: NodeJS.WriteStream["write"]): () => void {
  const before = Object.getOwnPropertyDescriptor(stream, "write");
  stream.write = write;
  return () => {
    if (before === undefined) Reflect.deleteProperty(stream, "write");
    else Object.defineProperty(stream, "write", before);
  };
}

/** Lets standard output be written to standard error. The returned function ends that. */
export function putOutputAside({ stdout, stderr }: NodeJS.Process): () => void {
  return replaceWrite(stdout, stderr.write.bind(stderr));
}

/** Calls `before` with all that is written, before it is. The returned function ends that. */
export function noticeWrites({ stdout, stderr }: NodeJS.Process, before: (written: unknown) => void): () => void {
  const ends = [stdout, stderr].map((stream) => {
    const noticed = new Proxy(stream.write.bind(stream), {
      apply(write, _, given) {
        before(given[0]);
        return Reflect.apply(write, stream, given);
      },
    });
    return replaceWrite(stream, noticed);
  });
  return () => {
    for (const end of ends) end();
  };
}
