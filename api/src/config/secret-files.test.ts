import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { takeSecretFiles } from './secret-files.ts';

const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'pagecast-secrets-'));
afterAll(() => fs.rmSync(folder, { recursive: true }));

let files = 0;
function fileWith(content: string): string {
  files += 1;
  const file = path.join(folder, `secret-${files}`);
  fs.writeFileSync(file, content);
  return file;
}

function problemsOf(env: NodeJS.ProcessEnv): string[] {
  try {
    takeSecretFiles(env);
  } catch (error) {
    return (error as Error).message.split('\n');
  }
  return [];
}

test('a secret is what its file holds, without the end of the line, and the others stay', () => {
  const env: NodeJS.ProcessEnv = {
    SECRET_KEY_FILE: fileWith('sixteen characters and more\r\n'),
    SMTP_URL: 'smtp://mail.example.com',
    SMTP_URL_FILE: '',
    PAGECAST_RELEASE_KEY_FILE: fileWith('-----BEGIN-----\nabc\n-----END-----\n'),
    LOG_FILE: 'kept',
  };
  takeSecretFiles(env);
  expect(env).toEqual({
    SECRET_KEY: 'sixteen characters and more',
    SMTP_URL: 'smtp://mail.example.com',
    PAGECAST_RELEASE_KEY: '-----BEGIN-----\nabc\n-----END-----',
    LOG_FILE: 'kept',
  });
});

test('every file that cannot be used is named, and nothing of what is in it', () => {
  const [twice, empty, binary, large] = [
    fileWith('secret one'),
    fileWith(' \n'),
    fileWith('secret two\0'),
    fileWith('secret '.repeat(10_000)),
  ];
  const problems = problemsOf({
    DATABASE_URL: 'postgres://me@localhost/pagecast',
    DATABASE_URL_FILE: twice,
    FB_APP_SECRET_FILE: empty,
    FIZTECH_API_KEY_FILE: folder,
    METRICS_TOKEN_FILE: binary,
    OPENAI_API_KEY_FILE: path.join(folder, 'gone'),
    SECRET_KEY_FILE: large,
    SMTP_URL_FILE: '/dev/zero',
  });
  expect(problems).toEqual([
    'DATABASE_URL_FILE is set together with DATABASE_URL: leave one of them out',
    `FB_APP_SECRET_FILE names ${empty}, which is empty`,
    `FIZTECH_API_KEY_FILE names ${folder}, which cannot be read (EISDIR)`,
    `METRICS_TOKEN_FILE names ${binary}, which is no text`,
    `OPENAI_API_KEY_FILE names ${path.join(folder, 'gone')}, which cannot be read (ENOENT)`,
    `SECRET_KEY_FILE names ${large}, which is too large for a secret`,
    'SMTP_URL_FILE names /dev/zero, which is too large for a secret',
  ]);
});
