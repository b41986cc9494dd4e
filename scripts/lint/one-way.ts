import fs from 'node:fs';
import path from 'node:path';

/** Of nodes of the syntax tree (ESTree), what is looked at here. */
interface Reference {
  readonly type: string;
  readonly source: { readonly value: unknown } | null;
}

interface Context {
  readonly filename: string;
  report(finding: { node: Reference; message: string }): void;
}

const IMPORT = /\b(?:from|import)\s*\(?\s*'(\.[^']+)'/g;
/** Tests, and what only they use, may look at everything. */
const ASIDE = /\.test\.tsx?$|\/testing\/|\/node_modules\/|\/dist\//;

/** From which folder to which others something is imported, read once for each source folder. */
const graphs = new Map<string, ReadonlyMap<string, string>>();

/**
 * No two folders import from each other: one of them is below the other, and whoever reads it need not know what is
 * above.
 */
const oneWay = {
  create(context: Context) {
    const file = context.filename;
    const root = sourceFolder(file);
    if (root === null || ASIDE.test(file)) return {};
    const check = (node: Reference) => {
      const name = node.source?.value;
      if (typeof name !== 'string' || !name.startsWith('.')) return;
      const between = foldersBetween(file, path.resolve(path.dirname(file), name));
      if (between === null) return;
      const [from, to] = between.map((folder) => path.relative(root, folder));
      const back = graphOf(root).get(`${to} > ${from}`);
      if (back === undefined) return;
      const message =
        `${from} and ${to} import from each other (the other way: ${back}). ` +
        'Move what both need into one of them, or below both; services are handed in by api/src/app.ts.';
      context.report({ node, message });
    };
    return { ImportDeclaration: check, ExportNamedDeclaration: check, ExportAllDeclaration: check };
  },
};

/** The folder of sources that the file is in; null where it is in none. */
function sourceFolder(file: string): string | null {
  const [found] = /^.*\/(?:src|sandbox|scripts)(?=\/)/.exec(file) ?? [];
  return found ?? null;
}

/**
 * The two folders, side by side in one folder, that an import goes between. Within one folder, or between a folder and
 * what it contains, there are none: from outside they are one.
 */
function foldersBetween(file: string, target: string): [string, string] | null {
  const [from, to] = [path.dirname(file).split('/'), path.dirname(target).split('/')];
  const common = from.findIndex((part, n) => part !== to[n]);
  if (common < 0 || common >= to.length) return null;
  return [from.slice(0, common + 1).join('/'), to.slice(0, common + 1).join('/')];
}

function graphOf(root: string): ReadonlyMap<string, string> {
  const known = graphs.get(root);
  if (known !== undefined) return known;
  const graph = new Map<string, string>();
  for (const name of fs.readdirSync(root, { recursive: true, encoding: 'utf8' })) {
    const file = path.join(root, name);
    if (!/\.tsx?$/.test(file) || ASIDE.test(file)) continue;
    for (const [, target = ''] of fs.readFileSync(file, 'utf8').matchAll(IMPORT)) {
      const between = foldersBetween(file, path.resolve(path.dirname(file), target));
      if (between !== null) graph.set(between.map((folder) => path.relative(root, folder)).join(' > '), name);
    }
  }
  graphs.set(root, graph);
  return graph;
}

export default { meta: { name: 'pagecast-folders' }, rules: { 'one-way': oneWay } };
