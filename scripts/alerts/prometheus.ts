import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { ROOT } from '../paths.ts';
import { freePort } from '../ports.ts';

const PLACES = [...(process.env['PATH'] ?? '').split(path.delimiter), '/usr/local/bin'];
const RULES = path.join(ROOT, 'api/deploy/alerts.yaml');
/** Nobody waits minutes here: `for` is so much shorter. What the rules ask is the same. */
const FASTER = 60;
const READY_WITHIN_MS = 60_000;
const UNIT_MS: Readonly<Record<string, number>> = { s: 1000, m: 60_000, h: 3_600_000 };

interface Alert {
  readonly labels: Readonly<Record<string, string>>;
  readonly state: 'pending' | 'firing';
}

/** @returns where a program of Prometheus is; null where there is none */
export function findProgram(name: 'prometheus' | 'promtool'): string | null {
  return PLACES.map((place) => path.join(place, name)).find((file) => fs.existsSync(file)) ?? null;
}

/** @throws with what it says, where rules or their tests are wrong */
export function checkRules(promtool: string): void {
  for (const args of [
    ['check', 'rules', RULES],
    ['test', 'rules', path.join(ROOT, 'api/deploy/alerts.test.yaml')],
  ])
    execFileSync(promtool, args, { stdio: ['ignore', 'inherit', 'inherit'] });
}

/** The names of all alerts. */
export function alertNames(): string[] {
  return Array.from(fs.readFileSync(RULES, 'utf8').matchAll(/- alert: (\w+)/g), ([, name = '']) => name);
}

function fasterRules(): string {
  return fs
    .readFileSync(RULES, 'utf8')
    .replaceAll(/^(\s+for: )(\d+)([smh])$/gm, (_all, before: string, count: string, unit: string) => {
      const ms = Math.round((Number(count) * (UNIT_MS[unit] ?? 0)) / FASTER);
      return `${before}${ms}ms`;
    });
}

/** A Prometheus of its own on loopback that asks these addresses every second. */
export async function startPrometheus(binary: string, targets: readonly string[]) {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'pagecast-prometheus-'));
  const port = await freePort();
  fs.writeFileSync(path.join(folder, 'alerts.yaml'), fasterRules());
  fs.writeFileSync(
    path.join(folder, 'prometheus.yml'),
    JSON.stringify({
      global: { scrape_interval: '1s', scrape_timeout: '1s', evaluation_interval: '1s' },
      rule_files: ['alerts.yaml'],
      scrape_configs: [
        { job_name: 'pagecast', scrape_timeout: '1s', static_configs: [{ targets: targets.map(hostOf) }] },
      ],
    }),
  );
  const child = spawn(
    binary,
    [
      `--config.file=${folder}/prometheus.yml`,
      `--storage.tsdb.path=${folder}/data`,
      `--web.listen-address=127.0.0.1:${port}`,
      '--log.level=warn',
    ],
    { stdio: ['ignore', 'ignore', 'inherit'] },
  );
  const url = `http://127.0.0.1:${port}`;
  await untilReady(url);

  return {
    /** Names of alerts that fire just now. */
    async firing(): Promise<ReadonlySet<string>> {
      const answer = await fetch(`${url}/api/v1/alerts`);
      const { data } = (await answer.json()) as { data: { alerts: Alert[] } };
      return new Set(
        data.alerts.filter(({ state }) => state === 'firing').map(({ labels }) => labels['alertname'] ?? ''),
      );
    },
    async stop(): Promise<void> {
      if (child.exitCode === null) {
        child.kill('SIGTERM');
        await once(child, 'exit');
      }
      fs.rmSync(folder, { recursive: true, force: true });
    },
  };
}
export type Prometheus = Awaited<ReturnType<typeof startPrometheus>>;

const hostOf = (address: string) => new URL(address).host;

async function untilReady(url: string): Promise<void> {
  for (const until = Date.now() + READY_WITHIN_MS; Date.now() < until; await sleep(200)) {
    const answer = await fetch(`${url}/-/ready`).catch(() => null);
    if (answer?.ok) return;
  }
  throw new Error('Prometheus did not become ready');
}
