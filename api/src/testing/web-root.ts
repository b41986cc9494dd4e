import { createHash } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import { CONTRACT_VERSION, PLAIN_MANIFEST } from '../contract/remotes.ts';

interface BuildFacts {
  readonly version?: string;
  readonly paths?: readonly string[];
  /** What it takes from the shell, with ranges: left out, it says nothing of it. */
  readonly shared?: readonly { name: string; version: string; requiredVersion: string }[];
  /** Part of the entry's text, so that two builds differ. */
  readonly text?: string;
  /** The name of its manifest. */
  readonly manifest?: string;
}

/** Puts a build of a remote under `webRoot`, as small as one can be: manifest, entry and one chunk. */
export function buildRemote(
  webRoot: string,
  folder: string,
  { version = '1.0.0', paths = [`/${folder.slice(3)}`], text = '', shared, manifest = PLAIN_MANIFEST }: BuildFacts = {},
): void {
  const dist = path.join(webRoot, folder, 'dist');
  fs.rmSync(dist, { recursive: true, force: true });
  const name = folder.replaceAll('-', '_');
  write(dist, 'screen.0a1b2c3d.js', 'screen');
  write(dist, 'screen.4e5f6a7b.css', '.screen{}');
  const hashes = ['screen.0a1b2c3d.js', 'screen.4e5f6a7b.css'].map((file) => integrityOf(dist, file));
  const entry = `globalThis.${name} = ${JSON.stringify([text.padEnd(600, '.'), hashes])};`;
  write(dist, manifest, JSON.stringify({ name, version, shared }));
  write(dist, 'remoteEntry.js', entry);
  fs.writeFileSync(path.join(dist, 'remoteEntry.js.br'), brotliCompressSync(entry));
  write(
    dist,
    'release.json',
    JSON.stringify({
      name,
      version,
      contract: CONTRACT_VERSION,
      manifest,
      entry: 'remoteEntry.js',
      paths,
      integrity: { manifest: integrityOf(dist, manifest), entry: integrityOf(dist, 'remoteEntry.js') },
      nav: [{ to: paths[0], label: name, icon: 'history', order: 10 }],
      preload: ['screen.0a1b2c3d.js', 'screen.4e5f6a7b.css'].map((file) => ({
        file,
        integrity: integrityOf(dist, file),
      })),
    }),
  );
}

/**
 * Puts a build of the shell under `webRoot`: page, script and a part that comes late.
 * @param build 8 hexadecimal digits, as in the names of its files
 */
export function buildShell(
  webRoot: string,
  build = 'f54d0789',
  { contract = CONTRACT_VERSION, shared = {} } = {},
): void {
  const dist = path.join(webRoot, 'shell/dist');
  fs.rmSync(dist, { recursive: true, force: true });
  const script = `console.log("shell ${build}")`.padEnd(400);
  const [main, late] = [`main.${build}.js`, `late.${build}.js`];
  write(dist, main, script);
  fs.writeFileSync(path.join(dist, `${main}.br`), brotliCompressSync(script));
  write(dist, `${main}.map`, '{}');
  write(dist, late, `late ${build}`);
  write(dist, 'icon.svg', `<svg xmlns="http://www.w3.org/2000/svg"><!-- ${build} --></svg>`);
  write(
    dist,
    'index.html',
    `<!doctype html><title>Pagecast</title><link rel="icon" href="/icon.svg"><script defer src="/${main}" ` +
      `integrity="${integrityOf(dist, main)}" ` +
      'crossorigin="anonymous"></script><!--pagecast:head--><!--pagecast:remotes--><div id="root"></div>',
  );
  write(
    dist,
    'release.json',
    JSON.stringify({
      name: 'shell',
      version: `1.0.0-${build}`,
      contract,
      manifest: 'index.html',
      entry: main,
      integrity: { manifest: integrityOf(dist, 'index.html'), entry: integrityOf(dist, main) },
      paths: [],
      nav: [],
      preload: [],
      parts: [main, late],
    }),
  );
  write(dist, 'shared.json', JSON.stringify(shared));
}

function write(folder: string, file: string, text: string): void {
  fs.mkdirSync(folder, { recursive: true });
  fs.writeFileSync(path.join(folder, file), text);
}

function integrityOf(folder: string, file: string): string {
  return `sha384-${createHash('sha384')
    .update(fs.readFileSync(path.join(folder, file)))
    .digest('base64')}`;
}
