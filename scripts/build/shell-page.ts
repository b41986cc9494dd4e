import { createHash } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import type { Compilation, Compiler } from '@rspack/core';

/** Filled in by whoever serves the page: the first with preload hints, the second with the registry of remotes. */
export const HEAD_MARK = '<!--pagecast:head-->';
export const REMOTES_MARK = '<!--pagecast:remotes-->';

/**
 * The stand-in for React's devtools that lets the refresh runtime of a remote learn of the shell's renderer.
 * Without it a remote's edit says "App is up to date" and nothing renders anew. It must come before every script.
 */
const RENDERERS_HOOK = `<script>
let renderers = 0;
window.__REACT_DEVTOOLS_GLOBAL_HOOK__ ??= {
  renderers: new Map(), supportsFiber: true,
  inject(renderer) { this.renderers.set(++renderers, renderer); return renderers; },
  onScheduleFiberRoot() {}, onCommitFiberRoot() {}, onCommitFiberUnmount() {},
};
</script>`;

interface PageAssets {
  /** Loaded by tags in the page. */
  readonly scripts: string[];
  readonly styles: string[];
  /** Asked for with them: a font that came after the first words would set them anew. */
  readonly fonts: string[];
  /** File -> `sha384-…`. */
  readonly hashes: Record<string, string>;
}

/**
 * Beside the page: its icon, and the script that applies the chosen theme before the first paint. A remote alone has
 * none.
 */
const STATIC_FILES = 'src/static';

/** Emits `index.html` and what stands beside it, the same for production and for the dev server. */
export class ShellPage {
  readonly #isHot: boolean;

  constructor({ hot }: { hot: boolean }) {
    this.#isHot = hot;
  }

  apply(compiler: Compiler): void {
    const { Compilation: stages, sources } = compiler.webpack;
    compiler.hooks.compilation.tap('ShellPage', (compilation) => {
      compilation.hooks.processAssets.tap({ name: 'ShellPage', stage: stages.PROCESS_ASSETS_STAGE_REPORT }, () => {
        const statics = staticFiles(path.join(compiler.context, STATIC_FILES), this.#isHot);
        for (const [name, content] of statics) compilation.emitAsset(name, new sources.RawSource(content));
        const assets = pageAssets(compilation, [...statics.keys()], this.#isHot);
        compilation.emitAsset('index.html', new sources.RawSource(html(assets, [...statics.keys()], this.#isHot)));
      });
    });
  }
}

/**
 * By the names they get. A script has a hash in its own, so that it is never asked for again: the page waits for it.
 */
function staticFiles(folder: string, isHot: boolean): Map<string, Buffer> {
  const files = fs.existsSync(folder) ? fs.readdirSync(folder) : [];
  return new Map(
    files.map((file) => {
      const content = fs.readFileSync(path.join(folder, file));
      const isHashed = file.endsWith('.js') && !isHot;
      return [
        isHashed ? file.replace('.', `.${createHash('sha256').update(content).digest('hex').slice(0, 8)}.`) : file,
        content,
      ];
    }),
  );
}

function pageAssets(compilation: Compilation, statics: readonly string[], isHot: boolean): PageAssets {
  const initial = (compilation.entrypoints.get('main')?.getFiles() ?? []).filter(
    (file) => !file.includes('.hot-update.'),
  );
  const ofType = (files: readonly string[], type: string) => files.filter((file) => file.endsWith(type));
  const hashes: Record<string, string> = {};
  if (!isHot) for (const file of [...initial, ...statics]) hashes[file] = integrityOf(compilation, file);
  const fonts = isHot
    ? []
    : ofType(
        compilation.getAssets().map(({ name }) => name),
        '.woff2',
      );
  return { scripts: ofType(initial, '.js'), styles: ofType(initial, '.css'), fonts, hashes };
}

function integrityOf(compilation: Compilation, file: string): string {
  const asset = compilation.getAsset(file);
  return asset ? `sha384-${createHash('sha384').update(asset.source.buffer()).digest('base64')}` : '';
}

function html({ scripts, styles, fonts, hashes }: PageAssets, statics: readonly string[], isHot: boolean): string {
  const guarded = (file: string) => (hashes[file] ? ` integrity="${hashes[file]}" crossorigin="anonymous"` : '');
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover">
<meta name="color-scheme" content="light dark">
<meta name="description" content="Write, schedule and automate the posts of your Facebook pages.">
<title>Pagecast</title>
${[
  ...(statics.includes('icon.svg') ? ['<link rel="icon" href="/icon.svg" type="image/svg+xml">'] : []),
  ...statics.filter((file) => file.endsWith('.js')).map((file) => `<script src="/${file}"${guarded(file)}></script>`),
  ...(isHot ? [RENDERERS_HOOK] : []),
  ...styles.map((file) => `<link rel="stylesheet" href="/${file}"${guarded(file)}>`),
  // A script that may wait comes last of all, also where everything waits for it.
  ...scripts.map((file) => `<script defer fetchpriority="high" src="/${file}"${guarded(file)}></script>`),
  ...fonts.map((file) => `<link rel="preload" href="/${file}" as="font" type="font/woff2" crossorigin="anonymous">`),
  HEAD_MARK,
  REMOTES_MARK,
].join('\n')}
</head>
<body>
<noscript>Pagecast needs JavaScript. Please switch it on for this site.</noscript>
<div id="root"></div>
</body>
</html>
`;
}
