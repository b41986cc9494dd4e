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
/** Look for a package of theirs while they run. */
const AS_THEY_ARE = ['file-type'];
const STAMP = path.join(FOLDER, 'inputs.json');

/**
 * Makes one file of each program that tests start dozens of times, unless it is there: a third of such a start is to
 * find and read two thousand modules. Nothing is left out or changed but where a module says that it lies.
 * @returns the folder in which they are
 */
export async function ensurePrograms(): Promise<string> {
  fs.mkdirSync(path.dirname(FOLDER), { recursive: true });
  await withFileLock(`${FOLDER}.making`, async () => {
    if (!isCurrent()) await make();
  });
  return FOLDER;
}

async function make(): Promise<void> {
  const unfinished = `${FOLDER}.new`;
  fs.rmSync(unfinished, { recursive: true, force: true });
  const { output } = await build({
    input: Object.fromEntries(PROGRAMS.map((program) => [path.parse(nameOf(program)).name, path.join(ROOT, program)])),
    cwd: ROOT,
    platform: 'node',
    external: AS_THEY_ARE,
    treeshake: false,
    plugins: [inItsPlace],
    // Packages ask for drivers that nobody has installed.
    logLevel: 'silent',
    // Names stay, so that what Node keeps of them compiled is replaced and does not grow.
    output: { dir: unfinished, format: 'esm', entryFileNames: '[name].mjs', chunkFileNames: 'part-[name].mjs' },
  });
  const modules = output.flatMap((file) => (file.type === 'chunk' ? file.moduleIds : []));
  const inputs = [import.meta.filename, ...modules.filter(path.isAbsolute)];
  fs.writeFileSync(
    path.join(unfinished, path.basename(STAMP)),
    JSON.stringify(inputs.map((file) => [file, traceOf(file)])),
  );
  fs.rmSync(FOLDER, { recursive: true, force: true });
  fs.renameSync(unfinished, FOLDER);
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

function isCurrent(): boolean {
  if (!fs.existsSync(STAMP)) return false;
  const inputs = JSON.parse(fs.readFileSync(STAMP, 'utf8')) as [file: string, trace: string][];
  return inputs.every(([file, trace]) => traceOf(file) === trace);
}

function traceOf(file: string): string {
  const stat = fs.statSync(file, { throwIfNoEntry: false });
  return stat === undefined ? 'gone' : `${stat.size} ${stat.mtimeMs}`;
}
