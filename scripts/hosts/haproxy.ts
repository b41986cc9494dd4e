import { spawn } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import path from 'node:path';
import { ROOT } from '../paths.ts';
import { on, type Host } from './network.ts';

const PLACES = ['/usr/sbin/haproxy', '/usr/local/sbin/haproxy', '/usr/bin/haproxy'];

/** @returns where HAProxy is; null where there is none */
export function findHaproxy(): string | null {
  return PLACES.find((file) => fs.existsSync(file)) ?? null;
}

/**
 * HAProxy on a host of its own, with the sample for operators but for names and TLS.
 * @param hosts addresses with ports, as many as the sample has
 */
export function startHaproxy(binary: string, host: Host, folder: string, hosts: readonly string[]) {
  const sample = fs.readFileSync(path.join(ROOT, 'api/deploy/haproxy.cfg'), 'utf8');
  const config = hosts
    .reduce((text, address, n) => text.replaceAll(`10.0.0.${n + 11}:3000`, address), sample)
    .replace(/bind :443 ssl .*/, `bind ${host.address}:8080`);
  if (/10\.0\.0\.|ssl crt/.test(config)) throw new Error('The sample of HAProxy is not what this test knows');
  const file = path.join(folder, 'haproxy.cfg');
  fs.writeFileSync(file, config);
  const [command = '', ...args] = on(host);
  const proxy = spawn(command, [...args, binary, '-db', '-f', file], { stdio: ['ignore', 'ignore', 'pipe'] });
  let said = '';
  proxy.stderr.on('data', (text: Buffer) => {
    said += text.toString();
  });
  proxy.once('exit', (code) => {
    if (code !== null) console.error(said);
  });
  return {
    url: `http://${host.address}:8080`,
    async stop(): Promise<void> {
      proxy.kill('SIGKILL');
      if (proxy.exitCode === null && proxy.signalCode === null) await once(proxy, 'exit');
    },
  };
}
