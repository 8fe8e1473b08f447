// Numbers as keys of maps. JSON has only strings there: sigs.k8s.io/yaml writes whole numbers as they are, and others as numbers of 32 bits.
import { isScalar, type Scalar } from "yaml";
import { plainMeaning } from "./plain-meaning.ts";

const numberTags: ReadonlySet<string> = new Set(["tag:yaml.org,2002:int", "tag:yaml.org,2002:float"]);

/** The key that a number is, as Go's reader writes it. Undefined for other nodes, and for whole numbers beyond Go's int64, which are no keys. */
export function numberKey(node: unknown): string | undefined {
  if (!isScalar(node) || !isNumber(node)) return undefined;
  const meaning = plainMeaning(typeof node.value === "string" ? node.value : "");
  // Reading such a key reports it.
  if (meaning.type === "float" && node.tag === "tag:yaml.org,2002:int") return undefined;
  if (meaning.type === "float") return Number.isFinite(meaning.value) ? shortFloat(meaning.value) : undefined;
  if (meaning.type !== "integer") return undefined;
  if (node.tag === "tag:yaml.org,2002:float") return shortFloat(Number(meaning.value));
  return meaning.value < 2n ** 63n ? String(meaning.value) : undefined;
}

/** Whether a scalar is not a string by its quotes or its tag. */
function isNumber({ tag, type }: Scalar): boolean {
  return tag === undefined ? type === "PLAIN" : numberTags.has(tag);
}

/** The most digits that a number of 32 bits needs. */
const mostDigits = 9;

/** The shortest digits of the nearest number of 32 bits, as `strconv.FormatFloat(value, 'g', -1, 32)` writes them. */
function shortFloat(value: number): string {
  const rounded = Math.fround(value);
  if (!Number.isFinite(rounded)) return rounded > 0 ? ".inf" : "-.inf";
  if (rounded === 0) return Object.is(rounded, -0) ? "-0" : "0";
  let scientific = "";
  for (let digits = 0; digits < mostDigits; digits += 1) {
    scientific = roundedTo(digits, rounded);
    if (Math.fround(Number(scientific)) === rounded) break;
  }
  const [digits = "", exponent = ""] = scientific.split("e");
  const power = Number(exponent);
  if (power >= -4 && power < 6) return String(Number(scientific));
  return `${digits}e${power < 0 ? "-" : "+"}${String(Math.abs(power)).padStart(2, "0")}`;
}

/** The number with this many digits after the first. Between two equally near, JavaScript takes the larger and Go the one with an even digit. */
function roundedTo(digits: number, value: number): string {
  // All digits, which may be more than 20; JavaScript has up to 100 since 2018.
  // oxlint-disable-next-line oxc/number-arg-out-of-range
  const [exact = "", exponent = ""] = value.toExponential(100).split("e");
  const kept = exact.slice(0, exact.indexOf(".") + (digits === 0 ? 0 : 1 + digits));
  const rest = exact.slice(kept.length).replace(".", "");
  return /[02468]$/.test(kept) && /^50*$/.test(rest) ? `${kept}e${exponent}` : value.toExponential(digits);
}
