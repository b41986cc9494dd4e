import fs from 'node:fs';
import path from 'node:path';
import envPaths from 'env-paths';
import { lockOf } from './lock.ts';

/** How somebody is logged in: with a token that they brought, or by a browser. */
export type Login = { readonly url: string } & (
  | { readonly kind: 'token'; readonly token: string }
  | { readonly kind: 'browser'; readonly refreshToken: string; readonly accessToken: string }
);

/** What this program keeps between commands, for its user alone. */
export function ownFiles(
  folder: string = process.env['PAGECAST_CONFIG'] ?? envPaths('pagecast', { suffix: '' }).config,
) {
  const file = (name: string) => path.join(folder, name);

  function read<T>(name: string): T | null {
    try {
      return JSON.parse(fs.readFileSync(file(name), 'utf8')) as T;
    } catch {
      // Not there, or not whole.
      return null;
    }
  }

  /** At once, or not at all; nobody else may read it at any moment. */
  function write(name: string, value: unknown): void {
    fs.mkdirSync(folder, { recursive: true, mode: 0o700 });
    const fresh = file(`${name}.${process.pid}.tmp`);
    fs.writeFileSync(fresh, `${JSON.stringify(value)}\n`, { mode: 0o600 });
    fs.chmodSync(fresh, 0o600);
    fs.renameSync(fresh, file(name));
  }

  return {
    login: () => read<Login>('login.json'),
    saveLogin: (login: Login) => write('login.json', login),
    removeLogin: () => fs.rmSync(file('login.json'), { force: true }),
    /** Files that were sent before, so that the same command names the same ones. */
    uploads: () => read<Record<string, number>>('uploads.json') ?? {},
    saveUploads: (uploads: Readonly<Record<string, number>>) => write('uploads.json', uploads),

    /** One shell at a time: a login by browser is renewed with a key that counts once. @throws CommandError */
    async alone<T>(work: () => Promise<T>): Promise<T> {
      fs.mkdirSync(folder, { recursive: true, mode: 0o700 });
      const release = await lockOf(file('lock'));
      try {
        return await work();
      } finally {
        release();
      }
    },
  };
}
export type OwnFiles = ReturnType<typeof ownFiles>;
