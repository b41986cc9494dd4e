import path from 'node:path';
import type { SourceFile } from 'typescript/unstable/ast';
import { API, SymbolFlags, type Checker, type Type } from 'typescript/unstable/sync';
import { isFunction, isObject, type Shape } from '../../../api/src/surfaces/shape.ts';
import { TypeShapes } from './type-shape.ts';

const HOST = 'HostApi';
const CONTRACT_ENTRY = /(\/api\/src\/contract\/index\.ts|@pagecast\/contract\/dist\/index\.d\.ts)$/;
const SETTINGS = {
  module: 'esnext',
  moduleResolution: 'bundler',
  target: 'es2024',
  lib: ['esnext', 'dom', 'dom.iterable'],
  jsx: 'react-jsx',
  types: [],
  strict: true,
  noUncheckedIndexedAccess: true,
  exactOptionalPropertyTypes: true,
  allowImportingTsExtensions: true,
  allowArbitraryExtensions: true,
  skipLibCheck: true,
  noEmit: true,
};

/** Exports of the kit by their names, and the host among them. */
export interface KitShapes {
  readonly kit: Record<string, Shape>;
  readonly host: Shape;
}

/** A program over an entry of the kit, and all that it leads to. */
export function kitProgram(entry: string) {
  const folder = path.dirname(entry);
  const project = path.join(folder, 'tsconfig.shapes.json');
  const texts = new Map([[project, JSON.stringify({ compilerOptions: SETTINGS, files: [entry] })]]);
  const api = new API({
    cwd: folder,
    // What is not ours to change is read from the disk.
    fs: {
      readFile: (file) => texts.get(file),
      fileExists: (file) => (texts.has(file) ? true : undefined),
    },
  });
  let changed: string[] = [];

  return {
    /** Puts a text in the place of what a file holds; null: as it is on the disk. */
    put(file: string, text: string | null): void {
      if (text === null) texts.delete(file);
      else texts.set(file, text);
      changed.push(file);
      // It would go on to give the file as it was.
      api.clearSourceFileCache();
    },

    /**
     * What each export is, by its name, and the host that the shell is to its areas.
     * @throws Error for an entry that is no module
     */
    shapes(): KitShapes {
      const snapshot = api.updateSnapshot({
        openProjects: [project],
        ...(changed.length > 0 && { fileChanges: { changed } }),
      });
      changed = [];
      try {
        const { checker, program } = snapshot.getProject(project) ?? {};
        if (checker === undefined || program === undefined) throw new Error(`${entry} can't be read.`);
        const kit = exportsOf(checker, program.getSourceFile(entry));
        const contract = program.getSourceFileNames().find((file) => CONTRACT_ENTRY.test(file));
        const wire = contract === undefined ? [] : exportsOf(checker, program.getSourceFile(contract));
        const host = kit.find(([name]) => name === HOST)?.[1];
        const named = [...wire, ...kit.filter(([name]) => name === HOST)];
        const shapes = new TypeShapes(checker, new Map(named.map(([name, { id }]) => [id, name])));
        return {
          kit: Object.fromEntries(kit.map(([name, type, isConstant]) => [name, exported(shapes.of(type), isConstant)])),
          // It counts by itself, with all that is in it, and not again wherever the kit names it.
          host: host === undefined ? 'unknown' : new TypeShapes(checker, new Map()).of(host),
        };
      } finally {
        snapshot.dispose();
      }
    },

    close: (): void => api.close(),
  };
}

/** The type of each export of a module: of a value its own, else the one that it declares. */
function exportsOf(checker: Checker, file: SourceFile | undefined): (readonly [string, Type, boolean])[] {
  const module = file && checker.getSymbolAtLocation(file);
  if (module === undefined) throw new Error('The kit is no module.');
  const named = checker.getExportsOfModule(module).map((symbol) => {
    const target = symbol.flags & SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol;
    const isType = (target.flags & SymbolFlags.Type) !== 0 && (target.flags & SymbolFlags.Class) === 0;
    const type = isType ? checker.getDeclaredTypeOfSymbol(target) : checker.getTypeOfSymbol(target);
    return [symbol.name, type as Type, (target.flags & SymbolFlags.Variable) !== 0] as const;
  });
  return named.sort(([a], [b]) => (a < b ? -1 : 1));
}

/** Of a constant the texts may change, such as names of classes; what a function takes and gives may not. */
function exported(shape: Shape, isConstant: boolean): Shape {
  if (!isConstant || isFunction(shape)) return shape;
  if (typeof shape === 'object' && 'value' in shape) return typeof shape.value === 'string' ? 'string' : shape;
  if (!isObject(shape) || shape.calls !== undefined) return shape;
  return {
    ...shape,
    fields: Object.fromEntries(Object.entries(shape.fields).map(([name, field]) => [name, exported(field, true)])),
  };
}
