// A folder of its own for a test, deleted at its end.
import { mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import type { Tree } from "./foo-project.ts";

/** The folder. */
export class TemporaryFolder implements Disposable {
  readonly root: string = realpathSync(mkdtempSync(join(tmpdir(), "capstan-test-")));

  write(...trees: readonly Tree[]): void {
    for (const [path, content] of trees.flatMap((tree) => Object.entries(tree))) {
      mkdirSync(dirname(join(this.root, path)), { recursive: true });
      const written = typeof content === "string" ? content : JSON.stringify(content, undefined, 2);
      writeFileSync(join(this.root, path), written);
    }
  }

  read(path: string): string {
    return readFileSync(join(this.root, path), "utf8");
  }

  [Symbol.dispose](): void {
    rmSync(this.root, { recursive: true, force: true, maxRetries: 5 });
  }
}
