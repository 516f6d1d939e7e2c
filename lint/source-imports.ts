import { existsSync, statSync } from 'node:fs';
import path from 'node:path';
import ts from 'typescript';
import { type Imported } from './import-rule';

/** An import, export from, `import()`, `require()` or imported type of a source. */
export interface SourceImport {
  specifier: string;
  /** Nothing of it is left at run time. */
  typesOnly: boolean;
  /** Character offsets in the text. */
  start: number;
  end: number;
}

const kept = new Map<string, { text: string; imports: readonly SourceImport[] }>();

/**
 * Every import of a TypeScript source whose specifier is a literal, in order. A file is parsed once as long
 * as its text stays the same.
 */
export function importsOf(file: string, text: string): readonly SourceImport[] {
  const known = kept.get(file);
  if (known?.text === text) return known.imports;
  const imports = readImports(text);
  kept.set(file, { text, imports });
  return imports;
}

function readImports(text: string): SourceImport[] {
  const source = ts.createSourceFile('source.ts', text, ts.ScriptTarget.Latest, false, ts.ScriptKind.TS);
  const found: SourceImport[] = [];
  const add = (node: ts.Node, specifier: ts.Node | undefined, typesOnly: boolean) => {
    if (specifier === undefined || !ts.isStringLiteralLike(specifier)) return;
    found.push({ specifier: specifier.text, typesOnly, start: node.getStart(source), end: node.end });
  };
  const read = (node: ts.Node): void => {
    if (ts.isImportDeclaration(node)) add(node, node.moduleSpecifier, importsTypesOnly(node));
    else if (ts.isExportDeclaration(node)) add(node, node.moduleSpecifier, exportsTypesOnly(node));
    else if (ts.isImportTypeNode(node) && ts.isLiteralTypeNode(node.argument))
      add(node, node.argument.literal, true);
    else if (ts.isExternalModuleReference(node)) add(node, node.expression, false);
    else if (ts.isCallExpression(node) && isLoad(node.expression)) add(node, node.arguments[0], false);
  };
  const readAll = (node: ts.Node): void => {
    read(node);
    ts.forEachChild(node, readAll);
  };
  // Below the statements of the file itself only calls and types can import.
  if (/\b(import|require)\s*\(/.test(text)) readAll(source);
  else source.statements.forEach(read);
  return found;
}

function isLoad(callee: ts.Expression): boolean {
  return (
    callee.kind === ts.SyntaxKind.ImportKeyword || (ts.isIdentifier(callee) && callee.text === 'require')
  );
}

function importsTypesOnly({ importClause: clause }: ts.ImportDeclaration): boolean {
  if (clause === undefined) return false;
  if (clause.phaseModifier === ts.SyntaxKind.TypeKeyword) return true;
  const { name, namedBindings } = clause;
  if (name !== undefined || namedBindings === undefined || !ts.isNamedImports(namedBindings)) return false;
  return namedBindings.elements.length > 0 && namedBindings.elements.every(({ isTypeOnly }) => isTypeOnly);
}

function exportsTypesOnly({ isTypeOnly, exportClause }: ts.ExportDeclaration): boolean {
  if (isTypeOnly) return true;
  if (exportClause === undefined || !ts.isNamedExports(exportClause)) return false;
  return exportClause.elements.length > 0 && exportClause.elements.every((element) => element.isTypeOnly);
}

/**
 * The file or package that a specifier names.
 *
 * @param from file with the import, absolute
 * @param root of the project, absolute
 */
export function resolveImport(root: string, from: string, specifier: string): Imported {
  if (!specifier.startsWith('.')) return { package: specifier };
  const bare = path.resolve(path.dirname(from), specifier);
  const file = [`${bare}.ts`, path.join(bare, 'index.ts'), bare].find(isFile) ?? `${bare}.ts`;
  return { file: path.relative(root, file).replaceAll(path.sep, '/') };
}

function isFile(name: string): boolean {
  return existsSync(name) && statSync(name).isFile();
}
