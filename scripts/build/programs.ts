import fs from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { build, type Plugin } from 'rolldown';
import { withFileLock } from '../file-lock.mjs';
import { ROOT } from '../paths.ts';
import { nameOf } from '../program-file.ts';

const PROGRAMS = ['scripts/api.ts', 'scripts/sandbox.ts', 'api/src/main.ts', 'api/sandbox/main.ts'];
/** Where the packages of the API are found. */
const FOLDER = path.join(ROOT, 'api/node_modules/.cache/programs');
/** Look for a package of theirs while they run, or are rarely asked for. */
const AS_THEY_ARE = ['file-type', '@aws-sdk/client-s3', '@aws-sdk/lib-storage'];
const STAMP = 'inputs.json';

/**
 * Makes one file of each program that tests start dozens of times, unless it is there: a third of such a start is to
 * find and read two thousand modules. Nothing is left out or changed but where a module says that it lies.
 * @returns the folder in which they are
 */
export function ensurePrograms(): Promise<string> {
  return ensure({ folder: FOLDER, programs: PROGRAMS, plugins: [inItsPlace] });
}

/** A module that stands in for another. */
interface Swap {
  readonly name: string;
  /** The end of its path. */
  readonly replaces: string;
  /** A file. */
  readonly by: string;
}

/** The same of one program, with other modules in it. @returns its file */
export async function swappedProgram(program: string, swaps: readonly Swap[]): Promise<string> {
  const folder = await ensure({
    folder: [FOLDER, ...swaps.map(({ name }) => name)].join('-'),
    programs: [program],
    plugins: [swapping(swaps), inItsPlace],
  });
  return path.join(folder, nameOf(program));
}

interface Making {
  readonly folder: string;
  readonly programs: readonly string[];
  readonly plugins: readonly Plugin[];
}

async function ensure(making: Making): Promise<string> {
  const { folder } = making;
  fs.mkdirSync(path.dirname(folder), { recursive: true });
  await withFileLock(`${folder}.making`, async () => {
    if (!isCurrent(folder)) await make(making);
  });
  return folder;
}

async function make({ folder, programs, plugins }: Making): Promise<void> {
  const unfinished = `${folder}.new`;
  fs.rmSync(unfinished, { recursive: true, force: true });
  const { output } = await build({
    input: Object.fromEntries(programs.map((program) => [path.parse(nameOf(program)).name, path.join(ROOT, program)])),
    cwd: ROOT,
    platform: 'node',
    external: AS_THEY_ARE,
    treeshake: false,
    plugins: [...plugins],
    // Packages ask for drivers that nobody has installed.
    logLevel: 'silent',
    // Names stay, so that what Node keeps of them compiled is replaced and does not grow.
    output: { dir: unfinished, format: 'esm', entryFileNames: '[name].mjs', chunkFileNames: 'part-[name].mjs' },
  });
  const modules = output.flatMap((file) => (file.type === 'chunk' ? file.moduleIds : []));
  const inputs = [import.meta.filename, ...modules.filter(path.isAbsolute)];
  fs.writeFileSync(path.join(unfinished, STAMP), JSON.stringify(inputs.map((file) => [file, traceOf(file)])));
  fs.rmSync(folder, { recursive: true, force: true });
  fs.renameSync(unfinished, folder);
}

/** Files beside a module are found from where its source is, and only a program's own source is the one that is run. */
const inItsPlace: Plugin = {
  name: 'in-its-place',
  transform(code, id) {
    if (!path.isAbsolute(id) || !code.includes('import.meta')) return null;
    return code
      .replaceAll('import.meta.dirname', JSON.stringify(path.dirname(id)))
      .replaceAll('import.meta.url', JSON.stringify(pathToFileURL(id).href))
      .replaceAll('import.meta.main', 'false');
  },
};

/** The product has no seam for this, and must not: what is swapped is what a test wants to see fail. */
const swapping = (swaps: readonly Swap[]): Plugin => ({
  name: 'swapping',
  async resolveId(specifier, importer, options) {
    const resolved = await this.resolve(specifier, importer, { ...options, skipSelf: true });
    const swap = swaps.find(({ replaces }) => resolved?.id.endsWith(replaces));
    // The substitute itself may build on what it stands in for.
    return swap === undefined || importer === swap.by ? resolved : swap.by;
  },
});

function isCurrent(folder: string): boolean {
  const stamp = path.join(folder, STAMP);
  if (!fs.existsSync(stamp)) return false;
  const inputs = JSON.parse(fs.readFileSync(stamp, 'utf8')) as [file: string, trace: string][];
  return inputs.every(([file, trace]) => traceOf(file) === trace);
}

function traceOf(file: string): string {
  const stat = fs.statSync(file, { throwIfNoEntry: false });
  return stat === undefined ? 'gone' : `${stat.size} ${stat.mtimeMs}`;
}
