import "./controllers-suite.ts";
