// Declarations as TypeScript, written from TypeDoc's reflections.
import {
  ReflectionKind,
  type DeclarationReflection,
  type ParameterReflection,
  type SignatureReflection,
  type TypeParameterReflection,
} from "typedoc";

/** The declaration of an export, without the members of interfaces and classes. */
export function declarationOf(reflection: DeclarationReflection): string {
  const { name, kind, typeParameters, type } = reflection;
  const generics = typeParametersOf(typeParameters);
  switch (kind) {
    case ReflectionKind.Function:
      return (reflection.signatures ?? []).map((signature) => `function ${name}${callOf(signature)};`).join("\n");
    case ReflectionKind.Class:
      return `class ${name}${generics}${heritageOf(reflection)}`;
    case ReflectionKind.Interface:
      return `interface ${name}${generics}${heritageOf(reflection)}`;
    case ReflectionKind.TypeAlias:
      return `type ${name}${generics} = ${type?.toString() ?? "unknown"};`;
    default:
      return `const ${name}: ${type?.toString() ?? "unknown"};`;
  }
}

/** A member of an interface or class, as one line. */
export function memberOf(member: DeclarationReflection): string {
  const { name, kind, flags, signatures, type, getSignature } = member;
  if (kind === ReflectionKind.Constructor) return (signatures ?? []).map((each) => `new${callOf(each)}`).join("; ");
  const optional = flags.isOptional ? "?" : "";
  const readonly = flags.isReadonly ? "readonly " : "";
  if (signatures !== undefined) return signatures.map((each) => `${name}${optional}${callOf(each)}`).join("; ");
  return `${readonly}${name}${optional}: ${(getSignature?.type ?? type)?.toString() ?? "unknown"}`;
}

function callOf({ typeParameters, parameters = [], type }: SignatureReflection): string {
  return `${typeParametersOf(typeParameters)}(${parameters.map(parameterOf).join(", ")}): ${type?.toString() ?? "void"}`;
}

function parameterOf({ name, flags, type, defaultValue }: ParameterReflection): string {
  const rest = flags.isRest ? "..." : "";
  const optional = flags.isOptional || defaultValue !== undefined ? "?" : "";
  // TypeDoc's name for a parameter that is taken apart.
  const shown = name === "__namedParameters" ? "options" : name;
  return `${rest}${shown}${optional}: ${type?.toString() ?? "unknown"}`;
}

function typeParametersOf(parameters: readonly TypeParameterReflection[] = []): string {
  if (parameters.length === 0) return "";
  const names = parameters.map(({ name, type, default: fallback }) => {
    const bound = type === undefined ? "" : ` extends ${type.toString()}`;
    return `${name}${bound}${fallback === undefined ? "" : ` = ${fallback.toString()}`}`;
  });
  return `<${names.join(", ")}>`;
}

function heritageOf({ extendedTypes = [], implementedTypes = [] }: DeclarationReflection): string {
  const extended = extendedTypes.length === 0 ? "" : ` extends ${extendedTypes.map(String).join(", ")}`;
  return `${extended}${implementedTypes.length === 0 ? "" : ` implements ${implementedTypes.map(String).join(", ")}`}`;
}
