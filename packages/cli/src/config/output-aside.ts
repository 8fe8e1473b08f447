// While modules of a project are loaded into this process, what they print goes to standard error: standard output is for the command,
// and may be one document for a machine.

let loading = 0;
let restore: () => void = () => undefined;

/** Runs `load` with its output on standard error. Calls may overlap; the last one that ends gives standard output back. */
export async function withOutputAside<T>(load: () => Promise<T>): Promise<T> {
  if (loading++ === 0) restore = putAside();
  try {
    return await load();
  } finally {
    if (--loading === 0) restore();
  }
}

function putAside(): () => void {
  const { stdout, stderr } = process;
  const own = stdout.write;
  stdout.write = stderr.write.bind(stderr);
  return () => (stdout.write = own);
}
