import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createToken, deleteToken, listPostsByStatus } from '../contract/index.ts';
import { buildPost } from '../testing/builders.ts';
import { setUpScene, type Scene } from '../testing/scene.ts';
import { json, line } from './terminal.ts';

let scene: Scene;
const api = setUpScene(
  (entered) => {
    scene = entered;
  },
  { role: 'manager' },
);

/** Stands before the server: what it does to the next calls is a test's to say. */
let between: http.Server;
let url: string;
let meddle: (path: string, res: http.ServerResponse, isAnswered: boolean) => boolean = () => false;
beforeAll(async () => {
  between = http.createServer((req, res) => {
    if (meddle(req.url ?? '', res, false)) return void req.resume();
    const on = http.request(new URL(req.url ?? '', api.url), { method: req.method, headers: req.headers }, (answer) => {
      if (meddle(req.url ?? '', res, true)) return void answer.resume();
      res.writeHead(answer.statusCode ?? 500, answer.headers);
      answer.pipe(res);
    });
    req.pipe(on);
  });
  between.listen(0, '127.0.0.1');
  await once(between, 'listening');
  url = `http://127.0.0.1:${(between.address() as AddressInfo).port}`;
});
afterAll(() => {
  between.closeAllConnections();
  between.close();
});

let folder: string;
let token: string;
let tokenId: number;
beforeEach(async () => {
  meddle = () => false;
  folder = fs.mkdtempSync(path.join(os.tmpdir(), 'pagecast-cli-'));
  const made = await scene.caller.call(createToken, {
    body: { name: 'Shell', scopes: ['read', 'draft', 'schedule', 'publish', 'media'], needsApproval: false },
  });
  ({ token, id: tokenId } = made.body);
});
afterAll(() => fs.rmSync(folder, { recursive: true, force: true }));

interface Ended {
  readonly code: number | null;
  readonly out: string;
  readonly said: string;
}

/** Its starts share what they have compiled. */
const COMMON_ENV = { PATH: process.env['PATH'], NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'] };

function start(args: readonly string[], env: NodeJS.ProcessEnv = {}, out: 'pipe' | number = 'pipe'): ChildProcess {
  return spawn(process.execPath, [path.join(import.meta.dirname, 'main.ts'), ...args], {
    cwd: folder,
    env: { ...COMMON_ENV, PAGECAST_CONFIG: path.join(folder, 'own'), PAGECAST_URL: url, ...env },
    stdio: ['pipe', out, 'pipe'],
  });
}

async function ended(cli: ChildProcess, input = ''): Promise<Ended> {
  cli.stdin?.end(input);
  const [out, said, [code]] = await Promise.all([
    text(cli.stdout as never),
    text(cli.stderr as never),
    once(cli, 'exit'),
  ]);
  return { code: code as number | null, out, said };
}

const run = (...args: string[]): Promise<Ended> => ended(start(args, { PAGECAST_TOKEN: token }));
const scheduled = async () => (await scene.caller.call(listPostsByStatus, { params: { status: 'scheduled' } })).body;
const POST = ['post', 'Fresh kaya toast.', '--at', '2099-01-31T09:00Z'];

test('a login with a token is kept for its user alone, is never shown, and ends', async () => {
  const login = await ended(start(['login', '--token', '-']), `${token}\n`);
  expect([login.code, login.said]).toEqual([0, '']);
  const kept = path.join(folder, 'own/login.json');
  expect(fs.statSync(kept).mode & 0o777).toBe(0o600);
  const asked = await ended(start(['whoami', '--json']));
  expect(JSON.parse(asked.out)).toMatchObject({ url, user: { id: scene.me.facebookId } });
  expect(login.out + asked.out).not.toContain(token);
  // Another server doesn't get it.
  expect(await ended(start(['whoami'], { PAGECAST_URL: 'http://127.0.0.1:9' }))).toMatchObject({ code: 3 });
  expect((await ended(start(['logout']))).code).toBe(0);
  expect(fs.existsSync(kept)).toBe(false);
});

test('a post is made once, however often and in however many shells the command is run', async () => {
  const both = await Promise.all([run(...POST), run(...POST)]);
  expect(both.map(({ code, said }) => [code, said])).toEqual([
    [0, ''],
    [0, ''],
  ]);
  expect(both[0]?.out).toBe(both[1]?.out);
  expect(await scheduled()).toHaveLength(1);
});

test('a command that was killed before it had its answer is finished by running it again', async () => {
  const cli = start(POST, { PAGECAST_TOKEN: token });
  meddle = (address, _res, isAnswered) => {
    if (address !== '/api/posts' || !isAnswered) return false;
    cli.kill('SIGKILL');
    return true;
  };
  expect((await ended(cli)).code).toBe(null);
  meddle = () => false;
  expect(await scheduled()).toHaveLength(1);
  expect((await run(...POST)).code).toBe(0);
  expect(await scheduled()).toHaveLength(1);
});

test('lost answers and a server that asks to wait are borne, and the post is made once', async () => {
  let met = 0;
  meddle = (address, res, isAnswered) => {
    if (address !== '/api/posts') return false;
    if (!isAnswered && met === 0) {
      met += 1;
      res.writeHead(429, { 'retry-after': '1', 'content-type': 'application/json' }).end('{"message":"Wait."}');
      return true;
    }
    if (!isAnswered || met !== 1) return false;
    met += 1;
    res.destroy();
    return true;
  };
  expect(await run(...POST, '--json')).toMatchObject({ code: 0 });
  expect(met).toBe(2);
  expect(await scheduled()).toHaveLength(1);
});

test('a token that is revoked in between, and one that never was, are told apart from a fault', async () => {
  await scene.caller.call(deleteToken, { params: { id: tokenId } });
  const { code, out } = await run('pages', '--json');
  expect([code, JSON.parse(out)]).toMatchObject([3, { exitCode: 3, message: expect.stringMatching(/\w+\.$/) }]);
  expect((await ended(start(['pages']))).code).toBe(3);
});

test('a post with an image, sent again, names the same image', async () => {
  const image = path.join(folder, 'kaya.png');
  fs.writeFileSync(image, Buffer.from(PNG, 'base64'));
  const command = [...POST, '--media', image];
  const [first, second] = [await run(...command), await run(...command)];
  expect([first.code, first.said, second.out]).toEqual([0, '', first.out]);
  expect(await scheduled()).toMatchObject([{ media: [{ mimeType: 'image/png' }] }]);
});
const PNG = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';

test('a token that needs approval proposes, and the same command proposes once', async () => {
  const { body } = await scene.caller.call(createToken, {
    body: { name: 'Careful', scopes: ['read', 'draft', 'schedule', 'publish'], needsApproval: true },
  });
  const propose = async () => ended(start([...POST, '--json'], { PAGECAST_TOKEN: body.token }));
  const [first, second] = [await propose(), await propose()];
  expect([first.code, JSON.parse(first.out), second.code, JSON.parse(second.out)]).toMatchObject([
    0,
    { state: 'waiting', isRepeat: false },
    0,
    { state: 'waiting', isRepeat: true, id: (JSON.parse(first.out) as { id: string }).id },
  ]);
  expect(await scheduled()).toEqual([]);
});

test('a sheet is shown first, imported once, and a repeated import says so', async () => {
  const sheet = path.join(folder, 'posts.csv');
  fs.writeFileSync(sheet, `Page,Text,Date,Time\n${scene.page.name},Rice from seven.,2099-02-01,07:00\n`);
  const shown = await run('import', sheet);
  expect([shown.code, await scheduled()]).toEqual([0, []]);
  expect(shown.said).toContain('--yes');
  const made = await run('import', sheet, '--yes', '--json');
  expect([made.code, JSON.parse(made.out)]).toMatchObject([0, { posts: 1, scheduled: 1 }]);
  const again = await run('import', sheet, '--yes');
  expect([again.code, again.out]).toEqual([0, expect.stringContaining('Nothing was imported again')]);
  expect(await scheduled()).toHaveLength(1);
});

test('watching ends with the post, and says by its number whether it is out', async () => {
  const facts = { facebookPageId: scene.pageRow };
  const [out, failed, planned] = [
    await buildPost(api.db, scene.me, { ...facts, status: 'published' }),
    await buildPost(api.db, scene.me, { ...facts, status: 'failed' }),
    await buildPost(api.db, scene.me, { ...facts, status: 'scheduled' }),
  ];
  const codes = [
    run('watch', String(out)),
    run('watch', String(failed)),
    run('watch', String(planned), '--timeout', '0.01'),
  ];
  expect((await Promise.all(codes)).map(({ code }) => code)).toEqual([0, 7, 6]);
});

test.each([
  ['hears of it', () => false],
  [
    'finds it where the server tells nobody',
    (address: string, res: http.ServerResponse, isAnswered: boolean) => {
      if (address !== '/api/events' || isAnswered) return false;
      res.writeHead(404).end('{}');
      return true;
    },
  ],
])('watching %s, on a machine whose clock is a day off', async (_name, disturb) => {
  meddle = disturb;
  const planned = await buildPost(api.db, scene.me, {
    facebookPageId: scene.pageRow,
    scheduledAt: new Date(Date.now() + 9000),
  });
  const clock = (days: number) => ({
    PAGECAST_TOKEN: token,
    NODE_OPTIONS: `--import=data:text/javascript,const%20now=Date.now;Date.now=()=>now()+${days * 86_400_000}`,
  });
  const watching = [start(['watch', String(planned)], clock(1)), start(['watch', String(planned)], clock(-1))];
  const ends = watching.map((cli) => ended(cli));
  await Promise.all(watching.map((cli) => once(cli.stderr as never, 'data')));
  await api.stored.posts.change({ status: 'published', published_at: new Date() }, { id: planned });
  for (const { code, out, said } of await Promise.all(ends))
    expect([code, out, said]).toEqual([0, expect.stringContaining('published'), expect.not.stringMatching(/clock/)]);
});

test('what is too large is refused before it is read, and an input without an end too', async () => {
  const sheet = path.join(folder, 'huge.csv');
  fs.writeFileSync(sheet, '');
  fs.truncateSync(sheet, 50 * 1024 * 1024);
  expect(await run('import', sheet)).toMatchObject({ code: 2, said: expect.stringContaining('up to 10 MB') });
  const many = path.join(folder, 'many.csv');
  fs.writeFileSync(many, `Page,Text\n${`${scene.page.name},Rice.\n`.repeat(5001)}`);
  expect(await run('import', many)).toMatchObject({ code: 5, said: expect.stringMatching(/5,000/) });
  const endless = start(['post', '-'], { PAGECAST_TOKEN: token });
  const chunk = 'rice '.repeat(20_000);
  endless.stdin?.on('error', () => {});
  const pour = () => void (endless.stdin?.writable === true && endless.stdin.write(chunk, pour));
  pour();
  const [code] = (await once(endless, 'exit')) as [number];
  expect(code).toBe(2);
});

test('wrong use, and what is not there, end with numbers of their own', async () => {
  const codes = async (...args: string[]) => (await run(...args)).code;
  expect(await Promise.all([codes('post'), codes('schedule', 'x'), codes('schedule', '987654321')])).toEqual([2, 2, 4]);
  expect((await ended(start(['pages'], { PAGECAST_TOKEN: token, PAGECAST_URL: 'http://example.com' }))).code).toBe(2);
});

test('wrong use is said as JSON where that is asked for, whoever finds it', async () => {
  const wrong = [['bogus'], ['post'], ['post', 'Rice.', '--bogus'], ['watch'], []];
  const ends = await Promise.all(wrong.map((args) => run('--json', ...args)));
  expect(ends.map(({ code, out }) => [code, JSON.parse(out)])).toEqual(
    wrong.map(() => [2, { message: expect.stringMatching(/^[^(]\S/), exitCode: 2 }]),
  );
});

describe('an assistant over standard input', () => {
  const ask = (id: number, name: string, args: object) =>
    JSON.stringify({ jsonrpc: '2.0', id, method: 'tools/call', params: { name, arguments: args } });
  const asked = async (...lines: string[]) => {
    const { code, out } = await ended(start(['mcp'], { PAGECAST_TOKEN: token }), `${lines.join('\n')}\n`);
    const answers = out.trim().split('\n');
    return [code, answers.map((answer) => JSON.parse(answer) as object).toSorted(byId)];
  };
  const byId = (one: { id?: number }, other: { id?: number }) => (one.id ?? 0) - (other.id ?? 0);

  test('that writes all it asks and closes its end is answered all the same, and told what was refused', async () => {
    expect(await asked(ask(1, 'list_pages', {}), ask(2, 'find_posts', { status: 'half \ud83d' }))).toEqual([
      0,
      [
        expect.objectContaining({ id: 1, result: expect.anything() }),
        expect.objectContaining({
          id: 2,
          error: { code: -32_000, message: expect.stringMatching(/^Nothing was done/) },
        }),
      ],
    ]);
  });

  test('whose token is revoked, or whose answer is lost, is told which of the two it is', async () => {
    const says = (message: RegExp) => [
      0,
      [expect.objectContaining({ error: { code: -32_000, message: expect.stringMatching(message) } })],
    ];
    meddle = (_path, res, isAnswered) => isAnswered && res.destroy() !== null;
    expect(await asked(ask(1, 'list_pages', {}))).toEqual(says(/^Not known whether it was done/));
    meddle = () => false;
    await scene.caller.call(deleteToken, { params: { id: tokenId } });
    expect(await asked(ask(1, 'list_pages', {}))).toEqual(says(/^Nothing was done.*pointless/));
  });
});

test('says which version it is, and that its output could not be written, without a trace of its code', async () => {
  expect(await run('--version')).toMatchObject({ code: 0, out: expect.stringMatching(/^\d+\.\d+\.\d+\n$/) });
  const full = fs.openSync('/dev/full', 'w');
  const cli = start(['--help'], {}, full);
  const [[code], said] = await Promise.all([once(cli, 'exit'), text(cli.stderr as never)]);
  fs.closeSync(full);
  expect([code, said]).toEqual([1, expect.stringMatching(/^The output could not be written: ENOSPC[^\n]*\n$/)]);
});

test('a reader that goes away is no fault', async () => {
  const cli = start([...POST], { PAGECAST_TOKEN: token });
  cli.stdout?.destroy();
  cli.stdin?.end();
  const [[code], said] = await Promise.all([once(cli, 'exit'), text(cli.stderr as never)]);
  expect([code, said, await scheduled()]).toMatchObject([0, '', [{}]]);
});

test('text of others shows, and never drives, a terminal', () => {
  const hostile = 'a\u001b[2Jb\u009b31mc\u0007\r\nd\u202ee\u2028';
  // oxlint-disable-next-line no-control-regex
  const acts = /[\u0000-\u001f\u007f-\u009f\u202e\u2028]/u;
  expect([line(hostile), acts.test(line(hostile))]).toEqual(['a\ufffd[2Jb\ufffd31mc\ufffd d\ufffde\ufffd', false]);
  expect(JSON.parse(json(hostile))).toBe(hostile);
  expect(acts.test(json(hostile))).toBe(false);
});
