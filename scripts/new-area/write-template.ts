import fs from 'node:fs';
import path from 'node:path';
import { RENAMED } from '../pack/packages.ts';
import { versionsOf } from '../pack/versions.ts';

const TEMPLATE = path.join(import.meta.dirname, 'template');
const OWN_REPOSITORY = path.join(import.meta.dirname, 'own-repository');
const KIT_HERE = '../../shell/src/kit';
const KIT_ELSEWHERE = '../node_modules/@pagecast/kit/dist';
const SMOKE_HERE = '../scripts/release/smoke.ts';
const SMOKE_ELSEWHERE = '@pagecast/release/smoke';

/** The template's files without their `.txt`, with `{{slug}}` and the like filled in, in names too. */
export function writeArea(folder: string, values: Readonly<Record<string, string>>): void {
  fillIn(TEMPLATE, folder, values);
}

/** The same for a repository of its own, which has what it needs from packages. */
export function writeOwnRepository(folder: string, values: Readonly<Record<string, string>>): void {
  fillIn(TEMPLATE, folder, values);
  fillIn(OWN_REPOSITORY, folder, values);
  for (const file of fs.globSync(['smoke.ts', 'src/**/*.{ts,tsx,css}'], { cwd: folder })) {
    let text = fs
      .readFileSync(path.join(folder, file), 'utf8')
      .replaceAll(KIT_HERE, KIT_ELSEWHERE)
      .replaceAll(SMOKE_HERE, SMOKE_ELSEWHERE);
    for (const [here, elsewhere] of Object.entries(RENAMED)) text = text.replaceAll(here, elsewhere);
    fs.writeFileSync(path.join(folder, file), text);
  }
  const file = path.join(folder, 'package.json');
  const manifest = JSON.parse(fs.readFileSync(file, 'utf8')) as Record<string, Record<string, string>>;
  for (const kind of ['dependencies', 'devDependencies'])
    manifest[kind] = versionsOf(Object.keys(manifest[kind] ?? {}), 'shell', '');
  fs.writeFileSync(file, `${JSON.stringify(manifest, null, 2)}\n`);
}

function fillIn(template: string, folder: string, values: Readonly<Record<string, string>>): void {
  const filled = (text: string) => text.replaceAll(/\{\{(\w+)\}\}/g, (_, key: string) => values[key] ?? '');
  for (const file of fs.globSync('**/{*,.*}.txt', { cwd: template })) {
    const to = path.join(folder, filled(file.replace(/\.txt$/, '')));
    fs.mkdirSync(path.dirname(to), { recursive: true });
    fs.writeFileSync(to, filled(fs.readFileSync(path.join(template, file), 'utf8')));
  }
}
