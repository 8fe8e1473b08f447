// The programs of kube-apiserver under `capstan dev --real`: one that ends by itself is named and started again, with its port and its data.
import { describeError, oneLine } from "@capstan/kube";

/** A program that can be started again. */
export interface KeptProgram {
  readonly process: {
    readonly name: string;
    readonly exited: Promise<{ readonly code: number | null; readonly signal: string | null }>;
  };
  restart(): Promise<void>;
}

/** How often a program is started again: one that ends each time is broken. */
const mostStarts = 3;

/** Keeps programs running until the returned function is called; that resolves when none is being started. */
export function keepPrograms(programs: readonly KeptProgram[], note: (line: string) => void): () => Promise<void> {
  let isOver = false;
  const starts = new Set<Promise<void>>();
  const follow = (program: KeptProgram, left: number): void => {
    const { process } = program;
    void process.exited.then(({ code, signal }) => {
      if (isOver) return;
      const how = signal === null ? `ended with code ${code}` : `was ended by ${signal}`;
      if (left === 0) return note(`${process.name} ${how} again: end dev, and start it again`);
      note(`${process.name} ${how}: it is started again, and until then calls fail`);
      const start = startAgain(program, note).then((runs) => {
        starts.delete(start);
        if (runs) follow(program, left - 1);
      });
      starts.add(start);
    });
  };
  for (const program of programs) follow(program, mostStarts);
  return async () => {
    isOver = true;
    await Promise.all(starts);
  };
}

async function startAgain(program: KeptProgram, note: (line: string) => void): Promise<boolean> {
  const { name } = program.process;
  try {
    await program.restart();
    note(`${name} runs again`);
    return true;
  } catch (error) {
    note(oneLine(`${name} cannot be started again, so end dev and start it again: ${describeError(error)}`));
    return false;
  }
}
