import { type Dirent, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';

/** A regular expression in the source; `source` is undefined if the expression is built at run time. */
export type RegularExpression = { file: string; line: number; source: string | undefined; flags: string };

const ROOTS = ['app', 'components', 'lib'];
const isSource = ({ name }: Dirent) =>
  /\.(ts|tsx|js|mjs|cjs)$/.test(name) && !/\.(test\.tsx?|d\.ts)$/.test(name);

/**
 * Lists all source files, except tests, in `app`, `components`, `lib` and the root folder.
 */
export function sourceFiles(root: string): string[] {
  const inRoot = readdirSync(root, { withFileTypes: true });
  const below = ROOTS.flatMap((name) =>
    readdirSync(join(root, name), { withFileTypes: true, recursive: true }),
  );
  return [...inRoot, ...below]
    .filter((entry) => entry.isFile() && isSource(entry) && !entry.parentPath.includes('node_modules'))
    .map((entry) => join(entry.parentPath, entry.name));
}

/** Finds the regular expressions in a file: literals and calls to `RegExp`. */
export function regularExpressions(file: string, text = readFileSync(file, 'utf8')): RegularExpression[] {
  const tree = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true);
  const found: RegularExpression[] = [];
  const add = (node: ts.Node, source: string | undefined, flags: string | undefined) => {
    const line = tree.getLineAndCharacterOfPosition(node.getStart()).line + 1;
    const isConstant = source !== undefined && flags !== undefined;
    found.push({ file, line, source: isConstant ? source : undefined, flags: flags ?? '' });
  };
  const visit = (node: ts.Node): void => {
    if (ts.isRegularExpressionLiteral(node)) {
      const end = node.text.lastIndexOf('/');
      add(node, node.text.slice(1, end), node.text.slice(end + 1));
    } else if (isRegExpCall(node)) {
      const [source, flags] = node.arguments ?? [];
      // The literal in `new RegExp(/x/)` is found separately.
      if (source === undefined || !ts.isRegularExpressionLiteral(source))
        add(node, constantText(source), flags === undefined ? '' : constantText(flags));
    }
    ts.forEachChild(node, visit);
  };
  visit(tree);
  return found;
}

function isRegExpCall(node: ts.Node): node is ts.NewExpression | ts.CallExpression {
  return (ts.isNewExpression(node) || ts.isCallExpression(node)) && node.expression.getText() === 'RegExp';
}

/** Returns the value of a string literal, or of a template (also with `String.raw`) that has no substitutions. */
function constantText(node: ts.Expression | undefined): string | undefined {
  if (node === undefined) return undefined;
  if (ts.isStringLiteralLike(node)) return node.text;
  const isRaw = ts.isTaggedTemplateExpression(node) && node.tag.getText() === 'String.raw';
  return isRaw && ts.isNoSubstitutionTemplateLiteral(node.template) ? node.template.rawText : undefined;
}
