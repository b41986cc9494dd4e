import fs from 'node:fs';
import { createRequire } from 'node:module';
import os from 'node:os';
import path from 'node:path';
import { expect, test } from 'vitest';

type Loader = (this: { resourcePath: string }, source: string) => string;
const nameRemote = createRequire(import.meta.url)('./remote-name.cjs') as Loader;

test.each([
  ['@pagecast/mf-post-ideas', 'remote.tsx', 'defineRemote(REMOTE_NAME, {', "defineRemote('mf_post_ideas', {"],
  ['mf-history', 'styles.css', "[data-remote='REMOTE_NAME'] {", "[data-remote='mf_history'] {"],
])('%s calls itself by its package, in whichever folder', (name, file, source, built) => {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'pagecast-name-'));
  fs.writeFileSync(path.join(folder, 'package.json'), JSON.stringify({ name }));
  expect(nameRemote.call({ resourcePath: path.join(folder, 'src', file) }, source)).toBe(built);
  fs.rmSync(folder, { recursive: true });
});
