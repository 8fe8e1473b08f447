// Runs the operator.
import { runOperator } from "@capstan/operator";
import { websites } from "./controller.ts";

await runOperator({ name: "website-operator", setup: (manager) => manager.addController(websites) });
