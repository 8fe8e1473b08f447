import "../test/client-suite.ts";
