/**
 * `npm run release-key -- ci.pem [--name ci]`: makes a key that signs releases. The private half goes into the file,
 * for PAGECAST_RELEASE_KEY of whoever releases; the public half is printed, for RELEASE_KEYS of the product.
 */
import { generateKeyPairSync } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { fail } from './lifecycle.ts';
import { publicText } from './release/signing-key.ts';

const USAGE = 'Usage: npm run release-key -- FILE [--name NAME]';

try {
  const { values, positionals } = parseArgs({ allowPositionals: true, options: { name: { type: 'string' } } });
  const [file, ...others] = positionals;
  if (file === undefined || others.length > 0) throw new Error(USAGE);
  const name = values.name ?? path.parse(file).name;
  if (!/^[\w-]{1,64}$/.test(name)) throw new Error(`A key is named by letters, digits, - and _: --name ci\n${USAGE}`);
  const { privateKey, publicKey } = generateKeyPairSync('ed25519');
  const to = path.resolve(process.env['INIT_CWD'] ?? '.', file);
  // Never in the place of a key that somebody needs.
  fs.writeFileSync(to, privateKey.export({ format: 'pem', type: 'pkcs8' }), { mode: 0o600, flag: 'wx' });
  console.log(`The private key is in ${to}. Whoever releases sets PAGECAST_RELEASE_KEY to it.`);
  console.log(`The product takes what it signs once its RELEASE_KEYS has: ${name}:${publicText(publicKey)}`);
} catch (error) {
  fail((error as NodeJS.ErrnoException).code === 'EEXIST' ? 'There is such a file already.' : (error as Error).message);
}
