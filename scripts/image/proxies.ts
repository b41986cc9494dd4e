import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import os from 'node:os';
import http from 'node:http';
import net from 'node:net';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import tls from 'node:tls';
import { findNginx } from '../nginx/proxy.ts';
import { ROOT } from '../paths.ts';
import { freePort } from '../ports.ts';
import type { Say } from './image.ts';
import { run, succeeds } from './run.ts';

const UP_WITHIN_MS = 20_000;
const SOON_MS = 10_000;
const BIG = 4 * 1024 * 1024;
/** Longer than a proxy waits for a product that is not there. */
const AWAY_MS = 30_000;
const STARTS_AFTER_MS = 2000;
/** The product takes case and a slash at the end for the same; the others are to lead nowhere. */
const METRICS = ['/metrics', '/METRICS', '/metrics/', '/Metrics/', '//metrics', '/%6detrics', '/metrics;x'];

interface Proxy {
  readonly url: string;
  stop(): Promise<void>;
}

/** Goes to the product through nginx and Caddy with the sample configurations, as far as they are installed here. */
export async function tryProxies(product: string, headers: Record<string, string>, say: Say): Promise<void> {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'pagecast-proxies-'));
  const target = new URL(product).host.replace('localhost', '127.0.0.1');
  const starts = { nginx: findNginx() && startNginx, Caddy: succeeds('which', ['caddy']) && startCaddy };
  for (const [name, start] of Object.entries(starts)) {
    if (!start) {
      console.log(`There is no ${name} here: its sample was not tried.`);
      continue;
    }
    const proxy = await start(folder, target);
    try {
      await tryThrough(name, proxy.url, headers, say);
    } finally {
      await proxy.stop();
    }
    await tryAway(name, (nobody) => start(folder, nobody), say);
  }
  fs.rmSync(folder, { recursive: true, force: true });
}

async function tryThrough(name: string, url: string, headers: Record<string, string>, say: Say): Promise<void> {
  const until = Date.now() + UP_WITHIN_MS;
  while (Date.now() < until && (await statusOf(url, {})) === 0) await sleep(100);
  say(`${name}: the first page comes`, (await statusOf(`${url}/`, {})) === 200);
  const shown = [];
  for (const way of METRICS) if ((await textOf(`${url}${way}`)).includes('# HELP')) shown.push(way);
  say(`${name}: metrics stay inside`, shown.length === 0, shown.join(' '));
  const big = await statusOf(`${url}/api/posts`, { method: 'POST', headers, body: 'x'.repeat(BIG) });
  say(`${name}: a body that is too large is refused by the product`, big === 413 || big === 400, `${big}`);
  const began = Date.now();
  const stream = await fetch(`${url}/api/events`, { headers, signal: AbortSignal.timeout(SOON_MS) });
  const first = await stream.body?.getReader().read();
  say(
    `${name}: news come at once`,
    stream.status === 200 && (first?.value?.length ?? 0) > 0,
    `${Date.now() - began} ms`,
  );
}

/** What people are told, or do not notice, while the product is not there. */
async function tryAway(name: string, start: (target: string) => Promise<Proxy>, say: Say): Promise<void> {
  const port = await freePort();
  const proxy = await start(`127.0.0.1:${port}`);
  const product = http.createServer((asked, answer) => {
    text(asked).then(
      (body) => answer.end(`${asked.method} ${body}`),
      () => answer.destroy(),
    );
  });
  try {
    await untilListening(Number(new URL(proxy.url).port));
    const away = await textOf(proxy.url);
    say(`${name}: who finds the product away reads what to do`, away.includes('try again'), away.slice(0, 80));
    if (name !== 'Caddy') return;
    const waiting = [textOf(proxy.url), textOf(proxy.url, { method: 'POST', body: 'all' })];
    await sleep(STARTS_AFTER_MS);
    await once(product.listen(port, '127.0.0.1'), 'listening');
    const [read, written] = await Promise.all(waiting);
    say(`${name}: who reads waits while the product starts`, read === 'GET ', read);
    const isWhole = written === 'POST all' || written?.includes('try again') === true;
    say(`${name}: who writes waits, too, or is told`, isWhole, written?.slice(0, 80));
  } finally {
    await proxy.stop();
    product.close();
  }
}

async function untilListening(port: number): Promise<void> {
  const until = Date.now() + UP_WITHIN_MS;
  while (Date.now() < until) {
    const line = net.connect(port, 'localhost');
    const [how] = await Promise.race([
      once(line, 'connect').then(() => ['open']),
      once(line, 'close').then(() => ['closed']),
    ]).catch(() => ['closed']);
    line.destroy();
    if (how === 'open') return;
    await sleep(100);
  }
}

/** What is answered; nothing where nobody answers. */
const textOf = (url: string, init: RequestInit = {}): Promise<string> =>
  fetch(url, { ...init, signal: AbortSignal.timeout(AWAY_MS) }).then(
    (answer) => answer.text(),
    () => '',
  );

/** 0 where nobody answers. */
const statusOf = (url: string, init: RequestInit): Promise<number> =>
  fetch(url, { ...init, signal: AbortSignal.timeout(SOON_MS) }).then(
    async (answer) => {
      await answer.body?.cancel();
      return answer.status;
    },
    () => 0,
  );

async function startNginx(folder: string, target: string): Promise<Proxy> {
  const [plain, secure] = [await freePort(), await freePort()];
  const key = path.join(folder, 'privkey.pem');
  const certificate = path.join(folder, 'fullchain.pem');
  const name = '-subj /CN=localhost -addext subjectAltName=DNS:localhost';
  const made = `req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -days 1 ${name}`;
  run('openssl', [...made.split(' '), '-keyout', key, '-out', certificate]);
  tls.setDefaultCACertificates([...tls.getCACertificates('default'), fs.readFileSync(certificate, 'utf8')]);
  const sample = fs
    .readFileSync(path.join(ROOT, 'api/deploy/nginx.conf'), 'utf8')
    .replace('server 127.0.0.1:3000', `server ${target}`)
    .replace('listen 80', `listen 127.0.0.1:${plain}`)
    .replace('listen 443', `listen 127.0.0.1:${secure}`)
    .replaceAll('/etc/ssl/pagecast', folder);
  const file = path.join(folder, 'nginx.conf');
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (kind) => `${kind}_temp_path ${folder}/${kind};`,
  );
  fs.writeFileSync(
    file,
    `daemon off; master_process off; pid ${folder}/pid; error_log ${folder}/error.log;\n` +
      `events {}\nhttp { access_log off; ${temporary.join(' ')}\n${sample}\n}\n`,
  );
  const child = spawn(findNginx() ?? 'nginx', ['-p', folder, '-e', path.join(folder, 'error.log'), '-c', file]);
  return { url: `https://localhost:${secure}`, stop: () => end(child) };
}

async function startCaddy(folder: string, target: string): Promise<Proxy> {
  const port = await freePort();
  const sample = fs
    .readFileSync(path.join(ROOT, 'api/deploy/Caddyfile'), 'utf8')
    .replace('pages.example.com {', `http://localhost:${port} {`)
    .replace('127.0.0.1:3000 {', `${target} {`);
  const file = path.join(folder, 'Caddyfile');
  fs.writeFileSync(file, `{\n\tadmin off\n}\n${sample}`);
  const child = spawn('caddy', ['run', '--adapter', 'caddyfile', '--config', file], {
    env: { ...process.env, HOME: folder },
    stdio: 'ignore',
  });
  return { url: `http://localhost:${port}`, stop: () => end(child) };
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  child.kill('SIGTERM');
  await once(child, 'exit');
}
