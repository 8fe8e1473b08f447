// Stands in for the check of conversions in generated tests: the same functions, and the conversion that each suite checks is noted.
import {
  conversionChecks as checksOf,
  type CheckedConversion,
  type ConversionCheck,
} from "@capstan/schema/conversions";
import { recordConversion } from "./recorder.ts";

export * from "@capstan/schema/conversions";

/** The checks of a conversion. */
export function conversionChecks(conversion: CheckedConversion): readonly ConversionCheck[] {
  recordConversion(conversion);
  return checksOf(conversion);
}
