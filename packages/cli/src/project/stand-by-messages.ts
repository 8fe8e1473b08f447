// What a process that stands by and its command tell one another (stand-by.ts, standby.ts).

/** The environment variable with the package to load. */
export const standbyVariable = "CAPSTAN_STANDBY";
/** What the process sends when it has loaded it, before the files. */
export const standsByMessage = "capstan: the process stands by";
/** What it waits for. */
export const goMessage = "capstan: run the entry";
