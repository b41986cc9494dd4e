import { once } from 'node:events';
import { describe, expect, test } from 'vitest';
import { facebookConfig } from '../contract/session.ts';
import { setUpProcesses } from '../testing/api-processes.ts';
import { receiver } from '../testing/receiver.ts';

const { ready, started } = setUpProcesses();

const isAlive = (pid: number) => {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
};
const loopPids = (output: string) =>
  [...output.matchAll(/"loopPid":(\d+),"msg":"loop.up"/g)].map(([, pid]) => Number(pid));

describe('a product as it is shipped', () => {
  test('publishes in a process of its own, which is started again, and never outlives the other', async () => {
    const { child, port, output } = await started({ env: { LOOP: 'on' } });
    const get = async (address: string) => (await fetch(`http://127.0.0.1:${port}${address}`)).text();
    await expect.poll(() => loopPids(output())).toHaveLength(1);
    const [first = 0] = loopPids(output());
    expect(await get('/healthz')).toContain('"loop":"up"');
    const metrics = await get('/metrics');
    expect(metrics).toMatch(/^process_resident_memory_bytes \d/m);
    expect(metrics).toMatch(/^process_resident_memory_bytes\{process="loop"\} \d/m);
    expect(metrics).toMatch(/^loop_process_up 1$/m);

    process.kill(first, 'SIGKILL');
    await expect.poll(output).toContain('ended (SIGKILL) and starts again');
    expect(await get('/healthz')).toMatch(/"loop":"(down|up)"/);
    await expect.poll(() => loopPids(output())).toHaveLength(2);
    expect(await ready(port)).toBe(200);
    expect(await get('/metrics')).toMatch(/^loop_process_starts_total 2$/m);

    const second = loopPids(output()).at(-1) ?? 0;
    expect(isAlive(second)).toBe(true);
    child.kill('SIGKILL');
    await once(child, 'exit');
    await expect.poll(() => isAlive(second)).toBe(false);
  });

  test('ends with its loop when it is asked to, and has told its traces by then', async () => {
    const collector = await receiver();
    const env = { LOOP: 'on', OTEL_EXPORTER_OTLP_ENDPOINT: collector.origin, OTEL_BSP_SCHEDULE_DELAY: '600000' };
    const { child, exit, output, port } = await started({ env });
    await expect.poll(() => loopPids(output())).toHaveLength(1);
    await fetch(`http://127.0.0.1:${port}${facebookConfig.path}`);
    const [loop = 0] = loopPids(output());
    child.kill('SIGTERM');
    expect(await exit).toEqual({ code: 0, signal: null });
    expect(isAlive(loop)).toBe(false);
    expect(output().match(/process.stopped/g)).toHaveLength(2);
    expect(collector.received.map(({ body }) => body).join()).toContain(`"GET ${facebookConfig.path}"`);
    await collector.close();
  });
});
