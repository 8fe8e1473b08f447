// What suites and recordings take from here.
export { PtyScreen, type PtyOptions } from "./pty-screen.ts";
export { recordScreen, type Recording } from "./record-screen.ts";
