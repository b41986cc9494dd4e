import fs from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { rspack } from '@rspack/core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ROOT } from '../paths.ts';
import { commonConfig } from './rspack.common.ts';

let folder: string;
beforeAll(() => {
  folder = fs.mkdtempSync(path.join(tmpdir(), 'pagecast-contract-'));
});
afterAll(() => fs.rmSync(folder, { recursive: true, force: true }));

async function bundled(source: string): Promise<string> {
  const entry = path.join(folder, 'entry.ts');
  fs.writeFileSync(entry, source);
  const outDir = path.join(folder, 'dist');
  const compiler = rspack({ ...commonConfig(path.join(ROOT, 'shell'), { outDir, buildId: 'test' }), entry });
  await new Promise<void>((resolve, reject) => {
    compiler.run((error, stats) => {
      compiler.close(() => ((error ?? stats?.hasErrors()) ? reject(error ?? new Error(stats?.toString())) : resolve()));
    });
  });
  return fs
    .readdirSync(outDir)
    .filter((file) => file.endsWith('.js'))
    .map((file) => fs.readFileSync(path.join(outDir, file), 'utf8'))
    .join('');
}

test('a bundle carries the calls that it makes, and no others', async () => {
  const code = await bundled(
    'import { listPages } from ' +
      `${JSON.stringify(path.join(ROOT, 'api/src/contract/index.ts'))};\nconsole.log(listPages.path);\n`,
  );
  expect(code.match(/\/api\/[\w/:-]+/g)).toEqual(['/api/facebook-pages']);
});

test('of a call a bundle carries its method, its path and what it touches, and no shapes', async () => {
  const code = await bundled(
    'import { generateContent, updatePost } from ' +
      `${JSON.stringify(path.join(ROOT, 'api/src/contract/index.ts'))};\nconsole.log(updatePost, generateContent);\n`,
  );
  expect(code).toContain('"PATCH"');
  expect(code).toContain('"/api/quick-content-generate"');
  expect(code).not.toMatch(/\b(params|query|body|response):|\.(strictObject|check|regex|transform)\(/);
});
