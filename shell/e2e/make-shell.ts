import { createHash } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { ROOT } from '../../scripts/paths.ts';

/** A script that the page asks for late, by the hash in its name. */
const LATE = /^(\w+)\.([0-9a-f]{8})\.js$/;

/**
 * Today's build of the shell as a later one would be: every part has another name, and so has the script that knows
 * them.
 * @param folder where its `shell/dist` will be
 * @param digit hexadecimal, of this build alone
 * @param begin source before all of its own
 * @returns the build
 */
export function makeShell(folder: string, digit: string, begin = ''): string {
  const dist = path.join(folder, 'shell/dist');
  fs.cpSync(path.join(ROOT, 'shell/dist'), dist, { recursive: true, filter: (file) => !/\.(br|map)$/.test(file) });
  const at = (file: string) => path.join(dist, file);
  const description = JSON.parse(fs.readFileSync(at('release.json'), 'utf8')) as {
    entry: string;
    parts: string[];
    preload: { file: string }[];
  };
  const { entry } = description;
  let script = begin + fs.readFileSync(at(entry), 'utf8');
  const inPage = [entry, ...description.preload.map(({ file }) => file)];
  for (const file of description.parts.filter((part) => !inPage.includes(part))) {
    const [, name = '', hash = ''] = LATE.exec(file) ?? [];
    if (name === '') continue;
    const renamed = digit.repeat(4) + hash.slice(4);
    script = script.replaceAll(`"${hash}"`, `"${renamed}"`);
    fs.renameSync(at(file), at(`${name}.${renamed}.js`));
  }
  const main = `main.${digit.repeat(8)}.js`;
  fs.rmSync(at(entry));
  fs.writeFileSync(at(main), script);
  const page = fs
    .readFileSync(at('index.html'), 'utf8')
    .replace(new RegExp(`/${entry}" integrity="[^"]*"`), `/${main}" integrity="${hashOf(script)}"`);
  fs.writeFileSync(at('index.html'), page);
  fs.writeFileSync(
    at('release.json'),
    JSON.stringify({
      ...description,
      version: `9.0.0-${digit.repeat(8)}`,
      entry: main,
      integrity: { manifest: hashOf(page), entry: hashOf(script) },
      parts: fs.readdirSync(dist).filter((file) => /\.(js|css|woff2)$/.test(file)),
    }),
  );
  return dist;
}

function hashOf(text: string): string {
  return `sha384-${createHash('sha384').update(text).digest('base64')}`;
}
