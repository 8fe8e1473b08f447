// Numbers as Go prints them on the way from JSON to YAML: whole numbers up to 64 bits in full, all others in strconv's
// shortest %g, which turns to an exponent at 1e+06. emit-yaml.ts calls it.

const unsigned64Limit = 2 ** 64;

/** The text of a finite number. */
export function formatGoNumber(value: number): string {
  if (Number.isInteger(value) && Math.abs(value) < unsigned64Limit) return String(value);
  const [mantissa = "", exponentText = "0"] = value.toExponential().split("e");
  const exponent = Number(exponentText);
  if (exponent >= -4 && exponent < 6) return String(value);
  return `${mantissa}e${exponent < 0 ? "-" : "+"}${String(Math.abs(exponent)).padStart(2, "0")}`;
}
