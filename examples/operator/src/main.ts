// Runs the operator.
import { runOperator } from "@capstan/operator";
import { operator } from "./operator.ts";

await runOperator(operator);
