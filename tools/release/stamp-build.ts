// The last command of every published package's build: `node ../../tools/release/stamp-build.ts`. Stamps what turbo has built;
// a build started without turbo gets no stamp, because nothing knows what it was made from.
import { writeStamp } from "./build-stamp.ts";

const turboHash = process.env["TURBO_HASH"] ?? "";
if (turboHash !== "") writeStamp(process.cwd(), turboHash);
