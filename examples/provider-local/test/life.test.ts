import "./life-suite.ts";
