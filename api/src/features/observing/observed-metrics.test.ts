import fs from 'node:fs';
import path from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { jobMetrics } from '../../jobs/job-metrics.ts';
import { countLoopProcess } from '../../loop-process/loop-process-metrics.ts';
import { setUpApi } from '../../testing/scene.ts';

const api = setUpApi();
// Only a process that runs jobs, or has one for the loop, has these.
beforeAll(() => {
  const { registry } = api.app.metrics;
  jobMetrics(registry);
  countLoopProcess(registry, { state: () => 'up', starts: () => 1 });
});
const API = path.join(import.meta.dirname, '../../..');
const text = (file: string) => fs.readFileSync(path.join(API, file), 'utf8');

const EXPRESSIONS: Readonly<Record<string, readonly string[]>> = {
  'deploy/alerts.yaml': Array.from(text('deploy/alerts.yaml').matchAll(/^\s+expr: (.+)$/gm), ([, expr = '']) => expr),
  'deploy/dashboard.json': Array.from(
    text('deploy/dashboard.json').matchAll(/"expr": "((?:[^"\\]|\\.)+)"/g),
    ([, expr = '']) => expr,
  ),
};
/** Prometheus tells these of whatever it asks. */
const OWN = ['up', 'ALERTS'];

/** Names of metrics in an expression: labels, texts and functions are none. */
function metricsIn(expression: string): string[] {
  const bare = expression
    .replaceAll(/\\"/g, '"')
    .replaceAll(/\{[^}]*\}|"[^"]*"|\b(?:by|without|on|ignoring) \([^)]*\)|\[[^\]]*\]/g, ' ');
  return Array.from(bare.matchAll(/\b[a-zA-Z][\w:]*\b(?! *\()/g), ([name]) => name).filter(
    (name) => !['and', 'or', 'unless', 'by', 'without', 'e6'].includes(name),
  );
}

/** What `/metrics` tells of, whether or not there is a value yet. */
async function told(): Promise<ReadonlySet<string>> {
  const metrics = await (await api.as(null).fetch('/metrics')).text();
  return new Set(
    Array.from(metrics.matchAll(/^# TYPE (\S+) (\S+)$/gm), ([, name = '', type]) =>
      type === 'histogram' ? [`${name}_bucket`, `${name}_sum`, `${name}_count`] : [name],
    ).flat(),
  );
}

test('every metric that alerts and dashboard name is told, and each names some', async () => {
  const names = await told();
  for (const expressions of Object.values(EXPRESSIONS)) {
    expect(expressions.length).toBeGreaterThan(10);
    expect(expressions.map(metricsIn).filter((found) => found.length === 0)).toEqual([]);
    const unknown = expressions.flatMap(metricsIn).filter((name) => !names.has(name) && !OWN.includes(name));
    expect(unknown).toEqual([]);
  }
});

test('every alert leads to a card that is there', () => {
  const cards = Array.from(text('docs/operations/incidents.md').matchAll(/^## (.+)$/gm), ([, title = '']) =>
    title
      .toLowerCase()
      .replaceAll(/[^\w ]/g, '')
      .replaceAll(' ', '-'),
  );
  const alerts = text('deploy/alerts.yaml').split('- alert: ').slice(1);
  const lost = alerts.filter((alert) => {
    const [, card = ''] = /runbook_url: api\/docs\/operations\/incidents\.md#(\S+)$/m.exec(alert) ?? [];
    return !cards.includes(card);
  });
  expect(lost.map((alert) => alert.split('\n')[0])).toEqual([]);
});

test('what the guide says of metrics is all that there is, and nothing else', async () => {
  const named = Array.from(text('docs/operations/observing.md').matchAll(/^\| `([a-z_]+)`/gm), ([, name = '']) => name);
  const own = [...(await told())]
    .map((name) => name.replace(/_(?:bucket|sum|count)$/, ''))
    .filter((name) => !/^(?:process|nodejs)_/.test(name));
  expect(named.toSorted()).toEqual([...new Set(own)].toSorted());
});
