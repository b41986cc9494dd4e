import { createHash } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { rspack, type Configuration, type StatsCompilation } from '@rspack/core';
import { compressAll } from '../build/output.ts';
import { containerName } from '../build/area-package.ts';
import { remoteNames } from '../packages.ts';
import { ROOT } from '../paths.ts';
import { commonConfig } from '../build/rspack.common.ts';
import { HEAD_MARK, ShellPage } from '../build/shell-page.ts';

/** The shell's module that knows of federation; here remotes are asked of the bundle instead. */
const FEDERATION = /app[\\/]remotes[\\/]federation\.ts$/;

/**
 * What the shell and its remotes would weigh without federation: the same modules as one build, in which each area is a
 * dynamic import.
 * Its page has the same hints as the product's, for the dashboard alone.
 * @returns a folder that an API with a database of its own can serve instead of the builds (`WEB_ROOT`): the areas
 * beside it are there for the registry alone, and over a database that has a shell's release, that one would be served
 */
export async function buildOneBundle(folder: string): Promise<string> {
  const outDir = path.join(folder, 'shell/dist');
  const areas = path.join(folder, 'areas.ts');
  fs.mkdirSync(folder, { recursive: true });
  fs.writeFileSync(areas, areasModule());
  const common = commonConfig(path.join(ROOT, 'shell'), { outDir, buildId: 'bench' });
  const stats = await compile({
    ...common,
    entry: { main: './src/bootstrap.tsx' },
    output: { ...common.output, publicPath: '/', uniqueName: 'pagecast_one' },
    plugins: [
      ...(common.plugins ?? []),
      new rspack.NormalModuleReplacementPlugin(FEDERATION, areas),
      new ShellPage({ hot: false }),
      new rspack.SubresourceIntegrityPlugin({ hashFuncNames: ['sha256'], htmlPlugin: false }),
    ],
  });
  const page = path.join(outDir, 'index.html');
  const files = (stats.namedChunkGroups?.['mf_dashboard']?.assets ?? [])
    .map(({ name }) => name)
    .filter((name) => !name.endsWith('.map'));
  fs.writeFileSync(
    page,
    fs.readFileSync(page, 'utf8').replace(HEAD_MARK, () =>
      [
        // In single quotes: an address in double ones is that of a file of the build to who serves the page.
        `<link rel="preload" as="fetch" href='/api/auth/user' crossorigin="anonymous">`,
        ...files.map((file) => hint(outDir, file)),
      ].join(''),
    ),
  );
  await compressAll(outDir);
  for (const name of remoteNames()) fs.symlinkSync(path.join(ROOT, name), path.join(folder, name));
  return folder;
}

/** Takes the place of the shell's own module for remotes. Whole paths: it stands outside every package. */
function areasModule(): string {
  const from = (file: string) => JSON.stringify(path.join(ROOT, file));
  const imports = remoteNames().map(
    (name) =>
      `${containerName(name)}: () => import(/* webpackChunkName: "${containerName(name)}" */ ` +
      `${from(`${name}/src/remote.tsx`)}),`,
  );
  return `import { remoteLoader } from ${from('shell/src/app/remotes/remote-loader.ts')};
import { reportLoad } from ${from('shell/src/app/remotes/report-load.ts')};
const areas = {\n${imports.join('\n')}\n};
const inBundle = { register() {}, load: (name) => areas[name](), phaseOf: () => 'module', giveUp() {}, show() {},
  hide() {}, prefetch: async () => {} };
export const remotes = remoteLoader(inBundle, { report: reportLoad });
`;
}

function hint(outDir: string, file: string): string {
  const integrity = createHash('sha384')
    .update(fs.readFileSync(path.join(outDir, file)))
    .digest('base64');
  return (
    `<link rel="preload" as="${file.endsWith('.css') ? 'style' : 'script'}" href="/${file}" crossorigin="anonymous" ` +
    `integrity="sha384-${integrity}">`
  );
}

async function compile(config: Configuration): Promise<StatsCompilation> {
  const compiler = rspack(config);
  return new Promise((resolve, reject) => {
    compiler.run((error, stats) => {
      compiler.close(() => {});
      if (error) reject(error);
      else if (stats === undefined || stats.hasErrors())
        reject(new Error(stats?.toString({ preset: 'errors-only', colors: false })));
      else resolve(stats.toJson({ all: false, chunkGroups: true, chunkGroupAuxiliary: false }));
    });
  });
}
