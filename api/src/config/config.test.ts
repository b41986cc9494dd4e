import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { ConfigError } from './config-error.ts';
import { readConfig } from './config.ts';

const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'pagecast-config-'));
afterAll(() => fs.rmSync(folder, { recursive: true }));

const right = { DATABASE_URL: 'postgres://me@localhost/pagecast', DATA_DIR: folder };
const problemsOf = (env: NodeJS.ProcessEnv) => {
  try {
    readConfig(env);
  } catch (error) {
    return (error as Error).message.split('\n');
  }
  return [];
};

test('the front ends are those of this checkout unless another folder is named', () => {
  const { WEB_ROOT } = readConfig(right);
  expect(fs.readdirSync(WEB_ROOT)).toEqual(expect.arrayContaining(['shell', 'mf-history', 'pnpm-workspace.yaml']));
});

describe('what is wrong is named', () => {
  test('a missing database', () =>
    expect(problemsOf({ DATA_DIR: folder })).toEqual([
      expect.stringMatching(/^DATABASE_URL must name a PostgreSQL: postgres:\/\//),
    ]));

  test.each([
    ['PORT', 'many'],
    ['PORT', '70000'],
    ['DATABASE_URL', 'mysql://localhost'],
    ['PUBLIC_URL', 'pages.example.com'],
    ['SECRET_KEY', 'short'],
    ['FB_GRAPH_VERSION', '19'],
    ['FB_GRAPH_BASE', 'graph'],
    ['FB_PUBLISH_MODE', 'sometimes'],
    ['FB_PHOTO_LIMIT_MB', '3'],
    ['FB_PHOTO_LIMIT_MB', '11'],
    ['ADMIN_FACEBOOK_IDS', '123,Ali'],
    ['LOGIN_RATE_LIMIT', '0'],
    ['CODE_RATE_LIMIT', 'none'],
    ['TRUST_PROXY', 'yes'],
    ['LOOP', 'maybe'],
    ['METRICS_TOKEN', 'short'],
    ['METRICS_TOKEN', 'a token with its spaces'],
    ['LOG_LEVEL', 'loud'],
    ['FB_APP_ID', 'my-app'],
    ['VITALS_SHARE', '2'],
    ['REMOTE_HOSTS', 'cdn.example.com'],
    ['IMAGE_NETWORKS', 'intranet.example.com'],
    ['IMAGE_NETWORKS', '10.1.0.0/64'],
    ['REMOTE_HOSTS', 'http://cdn.example.com'],
    ['REMOTE_HOSTS', 'https://cdn.example.com/pagecast'],
    ['REMOTE_HOSTS', 'https://*.example.com; script-src *'],
  ])('%s=%s', (name, value) => {
    const problems = problemsOf({
      ...right,
      ...(name === 'FB_APP_ID' ? { FB_APP_SECRET: 'secret' } : {}),
      [name]: value,
    });
    expect(problems).toEqual([expect.stringMatching(new RegExp(`^${name} must be |^${name} must name `))]);
  });

  test('each in a line of its own, all at once', () => {
    expect(
      problemsOf({ ...right, PORT: 'many', LOOP: 'maybe', FB_GRAPH_BASE: 'graph' }).map((line) => line.split(' ')[0]),
    ).toEqual(['PORT', 'FB_GRAPH_BASE', 'LOOP']);
  });

  test('an app without its secret', () =>
    expect(problemsOf({ ...right, FB_APP_ID: '123' })).toEqual(['FB_APP_SECRET must be set together with FB_APP_ID']));
});

describe('what is not set', () => {
  test('has the documented default', () => {
    expect(readConfig(right)).toMatchObject({
      PORT: 3000,
      HOST: '127.0.0.1',
      PUBLIC_URL: 'http://localhost:3000',
      FB_GRAPH_VERSION: 'v19.0',
      FB_PUBLISH_MODE: 'two-step',
      FB_PHOTO_LIMIT_MB: 4,
      LOOP: 'on',
      VITALS_SHARE: 1,
      LOGIN_RATE_LIMIT: 30,
      CODE_RATE_LIMIT: 10,
      TRUST_PROXY: 0,
      SUPPORT_EMAIL: 'support@localhost',
      FIZTECH_HOST: 'fiztech.example',
      ADMIN_FACEBOOK_IDS: [],
    });
  });

  test('an empty variable counts as unset', () =>
    expect(readConfig({ ...right, PORT: '', FB_APP_ID: '', FB_APP_SECRET: '' }).PORT).toBe(3000));

  test("the people's address follows the port", () =>
    expect(readConfig({ ...right, PORT: '4000' }).PUBLIC_URL).toBe('http://localhost:4000'));
});

test("the secret key is made once, for its owner's eyes only", () => {
  const first = readConfig(right).SECRET_KEY;
  expect(first.length).toBeGreaterThanOrEqual(43);
  expect(readConfig(right).SECRET_KEY).toBe(first);
  expect(fs.statSync(path.join(folder, 'secret.key')).mode & 0o777).toBe(0o600);
  expect(fs.readdirSync(folder)).toEqual(['secret.key']);
  expect(readConfig({ ...right, DATA_DIR: path.join(folder, 'other') }).SECRET_KEY).not.toBe(first);
});

test('a secret key that is there is only read, as on a full disk nothing can be written', () => {
  const { SECRET_KEY } = readConfig(right);
  const { mtimeNs } = fs.statSync(folder, { bigint: true });
  expect(readConfig(right).SECRET_KEY).toBe(SECRET_KEY);
  expect(fs.statSync(folder, { bigint: true }).mtimeNs).toBe(mtimeNs);
});

test('a secret key that was cut off, or that cannot be kept, is told in a sentence', () => {
  const cut = path.join(folder, 'cut');
  fs.mkdirSync(cut);
  fs.writeFileSync(path.join(cut, 'secret.key'), '');
  const kept = path.join(folder, 'secret.key');
  fs.writeFileSync(kept, 'of more than sixteen characters');
  expect(() => readConfig({ ...right, DATA_DIR: cut })).toThrow(
    new ConfigError(
      `DATA_DIR has no whole key in ${cut}/secret.key. Put it back from another process or from a backup. ` +
        'Delete the file only if the database is empty.',
    ),
  );
  expect(() => readConfig({ ...right, DATA_DIR: kept })).toThrow("DATA_DIR can't keep the secret key: ");
});

test('administrators come as a comma list', () => {
  expect(readConfig({ ...right, ADMIN_FACEBOOK_IDS: '10215, 10216 ,' }).ADMIN_FACEBOOK_IDS).toEqual(['10215', '10216']);
});
