// What a report declares, read from its syntax: names, what each depends on, and a string that stands for a name's whole shape.
// Names that are not exported belong to the exported names that depend on them.
import ts from "typescript-6";
import { declarationsIn, declaredName, isExported, parse } from "../report/report-text.ts";

/** A name declared in a report. */
export interface Declaration {
  readonly nodes: readonly ts.Statement[];
  readonly text: string;
  /** Names of this module that it refers to. */
  readonly uses: ReadonlySet<string>;
  /** It computes with types (keyof, conditional, typeof ...), so that a harmless change below may be a large one here. */
  readonly computes: boolean;
  /** It has type parameters, its own or those of a function in it. */
  readonly generic: boolean;
  /** It names another module inside a type: `import("x").Y`. */
  readonly importsInline: boolean;
}

/** A name taken from another module. */
export interface Import {
  readonly module: string;
  readonly name: string;
}

/** One report as a module. */
export interface ApiModule {
  /** What users import: `@capstan/kube` or `@capstan/kube/builtin`. */
  readonly id: string;
  readonly source: ts.SourceFile;
  readonly declarations: ReadonlyMap<string, Declaration>;
  readonly imports: ReadonlyMap<string, Import>;
  /** Exported names and the names they have inside; `* from "x"` stands for all that x exports. */
  readonly exports: ReadonlyMap<string, string>;
}

/** Reads a report. */
export function readApiModule(id: string, report: string): ApiModule {
  const source = parse(declarationsIn(report));
  const grouped = Map.groupBy(source.statements, declaredName);
  const imports = new Map(source.statements.filter(ts.isImportDeclaration).flatMap(importsOf));
  const names = new Set([...grouped.keys(), ...imports.keys()].filter((name) => name !== undefined));
  const declarations = new Map(
    [...grouped].flatMap(([name, nodes]): [string, Declaration][] =>
      name === undefined ? [] : [[name, declaration(nodes, names)]],
    ),
  );
  return { id, source, declarations, imports, exports: new Map(source.statements.flatMap(exportsOf)) };
}

function declaration(nodes: readonly ts.Statement[], names: ReadonlySet<string>): Declaration {
  const used = nodes.flatMap((node) => referencesIn(node)).filter((name) => names.has(name));
  return {
    nodes,
    text: nodes.map((node) => node.getText()).join("\n"),
    uses: new Set(used),
    computes: nodes.some((node) => contains(node, isComputed)),
    generic: nodes.some((node) => contains(node, ts.isTypeParameterDeclaration)),
    importsInline: nodes.some((node) => contains(node, ts.isImportTypeNode)),
  };
}

function importsOf(node: ts.ImportDeclaration): [string, Import][] {
  const module = ts.isStringLiteral(node.moduleSpecifier) ? node.moduleSpecifier.text : "";
  const clause = node.importClause;
  const bindings = clause?.namedBindings;
  const named = bindings !== undefined && ts.isNamedImports(bindings) ? bindings.elements : [];
  return [
    ...(clause?.name === undefined ? [] : [[clause.name.text, { module, name: "default" }] satisfies [string, Import]]),
    ...(bindings !== undefined && ts.isNamespaceImport(bindings)
      ? [[bindings.name.text, { module, name: "*" }] satisfies [string, Import]]
      : []),
    ...named.map(({ name, propertyName }): [string, Import] => [
      name.text,
      { module, name: (propertyName ?? name).text },
    ]),
  ];
}

function exportsOf(node: ts.Statement): [string, string][] {
  if (ts.isExportAssignment(node)) return [["default", node.expression.getText()]];
  if (ts.isExportDeclaration(node)) {
    const from = node.moduleSpecifier?.getText() ?? "";
    if (node.exportClause === undefined || !ts.isNamedExports(node.exportClause))
      return [[`* from ${from}`, node.getText()]];
    return node.exportClause.elements.map(({ name, propertyName }) => [name.text, (propertyName ?? name).text]);
  }
  const name = declaredName(node);
  if (name === undefined || !isExported(node)) return [];
  const isDefault =
    ts.canHaveModifiers(node) && node.modifiers?.some(({ kind }) => kind === ts.SyntaxKind.DefaultKeyword);
  return [[isDefault === true ? "default" : name, name]];
}

/** Names in the places where a declaration can refer to another. */
function referencesIn(node: ts.Node): string[] {
  const own = referenceOf(node);
  const below: string[] = [];
  node.forEachChild((child) => void below.push(...referencesIn(child)));
  return own === undefined ? below : [leftmost(own), ...below];
}

function referenceOf(node: ts.Node): ts.Node | undefined {
  if (ts.isTypeReferenceNode(node)) return node.typeName;
  if (ts.isTypeQueryNode(node)) return node.exprName;
  if (ts.isExpressionWithTypeArguments(node) || ts.isComputedPropertyName(node)) return node.expression;
  return ts.isExportSpecifier(node) ? (node.propertyName ?? node.name) : undefined;
}

function leftmost(node: ts.Node): string {
  if (ts.isQualifiedName(node)) return leftmost(node.left);
  return ts.isPropertyAccessExpression(node) ? leftmost(node.expression) : node.getText();
}

const mappingTypes = new Set(
  "Required Record Omit Exclude Extract Parameters ConstructorParameters ReturnType InstanceType NonNullable Awaited".split(
    " ",
  ),
);

function isComputed(node: ts.Node): boolean {
  return (
    ts.isConditionalTypeNode(node) ||
    ts.isMappedTypeNode(node) ||
    ts.isIndexedAccessTypeNode(node) ||
    ts.isTypeQueryNode(node) ||
    (ts.isTypeOperatorNode(node) && node.operator === ts.SyntaxKind.KeyOfKeyword) ||
    (ts.isTypeReferenceNode(node) && mappingTypes.has(node.typeName.getText()))
  );
}

function contains(node: ts.Node, wanted: (node: ts.Node) => boolean): boolean {
  return wanted(node) || (ts.forEachChild(node, (child) => contains(child, wanted) || undefined) ?? false);
}

/** A name of a module and those it depends on that are not exported themselves, itself first. */
export function familyOf(module: ApiModule, name: string): string[] {
  const exported = new Set(module.exports.values());
  const family = new Set([name]);
  for (const member of family)
    for (const used of module.declarations.get(member)?.uses ?? []) if (!exported.has(used)) family.add(used);
  return [...family];
}

/** A class with private members, its own or those of a base that is not exported: no other object can stand for it. */
export function isClosedClass(module: ApiModule, name: string): boolean {
  const classes = (module.declarations.get(name)?.nodes ?? []).filter(ts.isClassDeclaration);
  const isPrivate = (member: ts.ClassElement): boolean =>
    member.name !== undefined && ts.isPrivateIdentifier(member.name);
  return (
    classes.some((node) => node.members.some(isPrivate)) ||
    innerBases(module, name).some((base) => isClosedClass(module, base))
  );
}

/** The class that a class extends, when it is in the module and not exported. */
export function innerBases(module: ApiModule, name: string): string[] {
  const base = (module.declarations.get(name)?.nodes ?? [])
    .filter(ts.isClassDeclaration)
    .flatMap((node) => node.heritageClauses ?? [])
    .find(({ token }) => token === ts.SyntaxKind.ExtendsKeyword)
    ?.types[0]?.expression.getText();
  const inner = base !== undefined && module.declarations.has(base) && ![...module.exports.values()].includes(base);
  return inner ? [base] : [];
}

/** Equal for two modules when nothing of the name's shape differs, other exported names aside. */
export function shapeText(module: ApiModule, name: string): string {
  const family = familyOf(module, name);
  const uses = new Set(family.flatMap((member) => [member, ...(module.declarations.get(member)?.uses ?? [])]));
  const taken = [...uses].flatMap((used) => {
    const from = module.imports.get(used);
    return from === undefined ? [] : [`import ${used} = ${from.name} of ${from.module}`];
  });
  const declared = family.map((member) => module.declarations.get(member)?.text ?? "");
  return [...taken, ...declared].toSorted().join("\n");
}
