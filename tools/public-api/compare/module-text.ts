// A report as a module that tsc compares strictly. TypeScript checks parameters of methods and constructors both ways
// ("bivariance"), which would hide a narrowed one: methods become properties with function types, and a constructor is written
// once more as a function, `$new_<class>`. Members that only subclasses see become public, private ones go.
import ts from "typescript-6";
import { declaredName, isExported } from "../report/report-text.ts";
import type { ApiModule } from "./api-module.ts";

const { factory } = ts;
const declare = factory.createModifier(ts.SyntaxKind.DeclareKeyword);

/** The name of the function that stands for a class's constructor. */
export function constructorName(className: string): string {
  return `$new_${className}`;
}

/** The module's text; names in `shared` are taken from `from`, a module that declares them just so. */
export function moduleText(
  module: ApiModule,
  shared: { readonly names: ReadonlySet<string>; readonly from: string },
): string {
  const printer = ts.createPrinter({ removeComments: true });
  const print = (node: ts.Statement): string => printer.printNode(ts.EmitHint.Unspecified, node, module.source);
  const declared = (statement: ts.Statement): string[] => {
    const made = ts.isClassDeclaration(statement) ? constructorFunction(statement) : [];
    const name = declaredName(statement);
    if (name === undefined || !shared.names.has(name)) return [ambient(print(strict(statement))), ...made.map(print)];
    return made.length === 0 ? [] : [`export { ${constructorName(name)} } from "${shared.from}";`];
  };
  const names = [...module.declarations.keys()];
  const lines = [
    ...module.source.statements.flatMap(declared),
    ...names.filter((name) => shared.names.has(name)).flatMap((name) => sharedName(module, name, shared.from)),
    // Every name can be taken by the other side, exported or not.
    ...names.map((name) => `export { ${name} as ${innerName(name)} };`),
  ];
  return [...lines, "export {};", ""].join("\n");
}

function innerName(name: string): string {
  return `$inner_${name}`;
}

function sharedName(module: ApiModule, name: string, from: string): string[] {
  const taken = `import { ${innerName(name)} as ${name} } from "${from}";`;
  const declaresExport = module.declarations.get(name)?.nodes.some(isExported) === true;
  return declaresExport ? [taken, `export { ${name} };`] : [taken];
}

/** Top-level declarations have no bodies, which a module outside of `.d.ts` must say. */
function ambient(printed: string): string {
  return printed.replace(
    /^(export )?(?:default )?(?=(?:abstract class|class|function|const|let|var|enum|namespace)\b)/,
    "$1declare ",
  );
}

/** Rewrites every list of members inside a statement. */
function strict(statement: ts.Statement): ts.Statement {
  const { transformed } = ts.transform(statement, [
    (context) => {
      const visit = (node: ts.Node): ts.Node => {
        const inner = ts.visitEachChild(node, visit, context);
        if (ts.isInterfaceDeclaration(inner)) {
          const { modifiers, name, typeParameters, heritageClauses, members } = inner;
          return factory.createInterfaceDeclaration(
            modifiers,
            name,
            typeParameters,
            heritageClauses,
            typeMembers(members),
          );
        }
        if (ts.isTypeLiteralNode(inner)) return factory.createTypeLiteralNode(typeMembers(inner.members));
        if (ts.isClassDeclaration(inner)) {
          const { modifiers, name, typeParameters, heritageClauses, members } = inner;
          return factory.createClassDeclaration(
            modifiers,
            name,
            typeParameters,
            heritageClauses,
            classMembers(members),
          );
        }
        return inner;
      };
      return (node) => visit(node) as ts.Statement;
    },
  ]);
  return transformed[0] ?? statement;
}

function typeMembers(members: readonly ts.TypeElement[]): ts.TypeElement[] {
  return overloadsJoined(members, ts.isMethodSignature, (methods, first) =>
    factory.createPropertySignature(undefined, first.name, first.questionToken, callable(methods)),
  );
}

function classMembers(members: readonly ts.ClassElement[]): ts.ClassElement[] {
  const seen = members.filter(({ name }) => name === undefined || !ts.isPrivateIdentifier(name));
  const setters = new Set(seen.filter(ts.isSetAccessor).map(({ name }) => nameText(name)));
  return overloadsJoined(seen, ts.isMethodDeclaration, (methods, first) =>
    factory.createPropertyDeclaration(
      openModifiers(first),
      first.name,
      first.questionToken,
      callable(methods),
      undefined,
    ),
  ).map((member) => {
    if (ts.isPropertyDeclaration(member))
      return factory.createPropertyDeclaration(
        openModifiers(member),
        member.name,
        member.questionToken,
        member.type,
        member.initializer,
      );
    // A getter alone is a property that cannot be written.
    if (!ts.isGetAccessor(member) || setters.has(nameText(member.name))) return member;
    const modifiers = [...openModifiers(member), factory.createModifier(ts.SyntaxKind.ReadonlyKeyword)];
    return factory.createPropertyDeclaration(modifiers, member.name, undefined, member.type, undefined);
  });
}

const hiding = new Set([ts.SyntaxKind.ProtectedKeyword, ts.SyntaxKind.OverrideKeyword, ts.SyntaxKind.PublicKeyword]);

function openModifiers(node: ts.ClassElement): ts.Modifier[] {
  const modifiers = ts.canHaveModifiers(node) ? (ts.getModifiers(node) ?? []) : [];
  return modifiers.filter(({ kind }) => !hiding.has(kind));
}

type Method = ts.MethodSignature | ts.MethodDeclaration;

/** Puts one property where the first of a method's signatures stands. */
function overloadsJoined<Member extends ts.TypeElement | ts.ClassElement, M extends Method & Member>(
  members: readonly Member[],
  isMethod: (member: ts.Node) => member is M,
  property: (methods: readonly M[], first: M) => Member,
): Member[] {
  const methods = members.filter((member): member is M => isMethod(member));
  const groups = Map.groupBy(methods, (method) => `${isStatic(method) ? "static " : ""}${nameText(method.name)}`);
  const byFirst = new Map([...groups.values()].map((group) => [group[0], group] as const));
  return members.flatMap((member): Member[] => {
    if (!isMethod(member)) return [member];
    const group = byFirst.get(member);
    return group === undefined ? [] : [property(group, member)];
  });
}

function isStatic(node: ts.Node): boolean {
  return (
    ts.canHaveModifiers(node) && (ts.getModifiers(node) ?? []).some(({ kind }) => kind === ts.SyntaxKind.StaticKeyword)
  );
}

function nameText(name: ts.PropertyName): string {
  return ts.isComputedPropertyName(name) ? `[${expressionText(name.expression)}]` : name.text;
}

function expressionText(node: ts.Expression): string {
  if (ts.isPropertyAccessExpression(node)) return `${expressionText(node.expression)}.${node.name.text}`;
  return ts.isIdentifier(node) || ts.isLiteralExpression(node) ? node.text : "?";
}

function callable(methods: readonly Method[]): ts.TypeNode {
  const returns = (method: Method): ts.TypeNode =>
    method.type ?? factory.createKeywordTypeNode(ts.SyntaxKind.AnyKeyword);
  const [only] = methods;
  if (only !== undefined && methods.length === 1)
    return factory.createFunctionTypeNode(only.typeParameters, only.parameters, returns(only));
  return factory.createTypeLiteralNode(
    methods.map((method) => factory.createCallSignature(method.typeParameters, method.parameters, returns(method))),
  );
}

/** The constructors of a class as the calls of one function. */
function constructorFunction(node: ts.ClassDeclaration): ts.Statement[] {
  const constructors = node.members
    .filter(ts.isConstructorDeclaration)
    .filter((member) => !(member.modifiers ?? []).some(({ kind }) => kind === ts.SyntaxKind.PrivateKeyword));
  if (node.name === undefined || constructors.length === 0) return [];
  const made = factory.createTypeReferenceNode(
    node.name,
    node.typeParameters?.map(({ name }) => factory.createTypeReferenceNode(name)),
  );
  const calls = constructors.map(({ parameters }) =>
    factory.createCallSignature(node.typeParameters, parameters, made),
  );
  const declaration = factory.createVariableDeclaration(
    constructorName(node.name.text),
    undefined,
    factory.createTypeLiteralNode(calls),
  );
  const list = factory.createVariableDeclarationList([declaration], ts.NodeFlags.Const);
  return [factory.createVariableStatement([factory.createModifier(ts.SyntaxKind.ExportKeyword), declare], list)];
}
