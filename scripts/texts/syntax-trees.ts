import path from 'node:path';
import type { SourceFile } from 'typescript/unstable/ast';
import { createVirtualFileSystem } from 'typescript/unstable/fs';
import { API } from 'typescript/unstable/sync';

/** Somewhere that is no folder of this machine: sources are handed in, so that a test can hand in its own. */
const PLACE = '/texts';
/** Parses alone: what a file imports is not looked for. */
const OPTIONS = {
  noLib: true,
  noResolve: true,
  allowImportingTsExtensions: true,
  noEmit: true,
  jsx: 'preserve',
  types: [],
};

/** The syntax tree of each file, in the order given. @param sources what stands in each file, by its name */
export function syntaxTrees(sources: Readonly<Record<string, string>>): Map<string, SourceFile> {
  const names = Object.keys(sources);
  const files = Object.fromEntries(names.map((name) => [path.posix.join(PLACE, name), sources[name] ?? '']));
  const project = `${PLACE}/tsconfig.json`;
  const config = JSON.stringify({ compilerOptions: OPTIONS, files: names });
  const api = new API({ cwd: PLACE, fs: createVirtualFileSystem({ ...files, [project]: config }) });
  try {
    const program = api.updateSnapshot({ openProject: project }).getProject(project)?.program;
    return new Map(
      names.flatMap((name) => {
        const tree = program?.getSourceFile(path.posix.join(PLACE, name));
        return tree === undefined ? [] : [[name, tree]];
      }),
    );
  } finally {
    api.close();
  }
}
