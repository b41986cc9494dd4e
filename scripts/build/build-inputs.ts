import fs from 'node:fs';
import path from 'node:path';
import { installedPackage, type InstalledPackage } from './installed-package.ts';

/** What a package is built from. */
export interface BuildInputs {
  /** Its own sources, and those of linked packages and of its build that they lead to: absolute, in their order. */
  readonly files: readonly string[];
  /** Everything installed that they lead to, such as `react@19.3.1`, in its order. */
  readonly packages: readonly string[];
  /** The same, in any order, as they describe themselves. */
  readonly parts: readonly InstalledPackage['manifest'][];
}

/** What is asked for by `import`, `export … from`, `import()`, `require.resolve` and CSS's `@import`; no types. */
const ASKED_FOR =
  /(?:^|[\s;@])(?:(?:import|export)\s(?!type\s)[^'"();]*?from\s*|import\s*\(?\s*|require\.resolve\()['"]([^'"]+)['"]/g;
const CODE = /\.([cm]?[jt]sx?|css)$/;
const TEST = /\.test\.[^/]+$|[/-]testing\.tsx?$/;
/** Left out of what is built for browsers. */
const REPLACED = /^zod(\/|$)/;

/**
 * Follows the imports of a package's sources and of its `rspack.config.ts`. Of what is linked rather than installed, as
 * the kit is in this checkout, the whole folder counts: styles are made from all of it.
 */
export function buildInputs(directory: string): BuildInputs {
  const files = new Set<string>();
  const packages = new Map<string, InstalledPackage['manifest']>();

  function addFile(file: string): void {
    if (files.has(file) || TEST.test(file) || !fs.existsSync(file)) return;
    files.add(file);
    if (!CODE.test(file)) return;
    for (const [, asked = ''] of fs.readFileSync(file, 'utf8').matchAll(ASKED_FOR)) {
      if (asked.startsWith('.')) addFile(path.resolve(path.dirname(file), asked));
      else if (!REPLACED.test(asked)) addAsked(asked, path.dirname(file));
    }
  }

  function addFolder(folder: string): void {
    const inside = fs.readdirSync(folder, { recursive: true, withFileTypes: true });
    for (const entry of inside) if (entry.isFile()) addFile(path.join(entry.parentPath, entry.name));
  }

  function addAsked(asked: string, from: string): void {
    const name = asked.split('/', asked.startsWith('@') ? 2 : 1).join('/');
    const found = installedPackage(name, from);
    if (found === null) return;
    if (!found.isLinked) return addPackage(found);
    const asExported = found.manifest.exports?.[`.${asked.slice(name.length)}`];
    const target = typeof asExported === 'string' ? asExported : asExported?.default;
    if (target !== undefined) addFolder(path.dirname(path.join(found.folder, target)));
  }

  function addPackage({ folder, manifest }: InstalledPackage): void {
    const named = `${manifest.name}@${manifest.version}`;
    if (packages.has(named)) return;
    packages.set(named, manifest);
    const { dependencies = {}, peerDependencies = {}, peerDependenciesMeta: meta = {} } = manifest;
    const peers = Object.keys(peerDependencies).filter((peer) => meta[peer]?.optional !== true);
    for (const name of [...Object.keys(dependencies), ...peers]) {
      const found = installedPackage(name, folder);
      if (found !== null) addPackage(found);
    }
  }

  addFile(path.join(directory, 'rspack.config.ts'));
  addFolder(path.join(directory, 'src'));
  const named = [...packages.keys()].sort();
  return { files: [...files].sort(), packages: named, parts: [...packages.values()] };
}
