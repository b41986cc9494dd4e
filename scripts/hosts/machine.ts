import { spawn } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import path from 'node:path';
import { on, processesIn, type Host } from './network.ts';
import { inPlaces, type Places } from './unit.ts';

interface Options {
  readonly host: Host;
  /** What the machines have in common lies there, and what each has of its own. */
  readonly folder: string;
  readonly opt: string;
  readonly settings: Readonly<Record<string, string>>;
  readonly secrets: Readonly<Record<'database-url' | 'secret-key' | 'fb-app-secret', string>>;
}

/** A host as an operator has it: releases, a link to one of them, and a service. */
export function setUpMachine({ host, folder, opt, settings, secrets }: Options) {
  const own = path.join(folder, host.name);
  const places: Places = {
    opt,
    link: path.join(own, 'pagecast'),
    etc: path.join(own, 'etc'),
    state: path.join(folder, 'state'),
    own,
  };
  for (const place of [places.etc, places.state, path.join(own, 'bin')]) fs.mkdirSync(place, { recursive: true });
  for (const [name, value] of Object.entries(secrets)) fs.writeFileSync(path.join(places.etc, name), value);
  const lines = Object.entries(settings).map(([name, value]) => `${name}=${value}\n`);
  fs.writeFileSync(path.join(places.etc, 'environment'), lines.join(''));
  const systemctl = path.join(own, 'bin/systemctl');
  const program = path.join(import.meta.dirname, 'systemctl.ts');
  fs.writeFileSync(systemctl, `#!/bin/sh\nexec '${process.execPath}' '${program}' "$@"\n`, { mode: 0o755 });
  const [through = '', ...space] = on(host);

  /** Begins what the guide says, as it stands there but for places. */
  const begin = (commands: string, variables: Readonly<Record<string, string>>) =>
    spawn(through, [...space, 'bash', '-euo', 'pipefail', '-c', inPlaces(commands, places)], {
      stdio: ['ignore', 'pipe', 'pipe'],
      env: {
        ...process.env,
        ...variables,
        PATH: `${path.join(own, 'bin')}:${path.dirname(process.execPath)}:${process.env['PATH'] ?? ''}`,
        MACHINE: JSON.stringify(places),
        NODE_NO_WARNINGS: '1',
      },
    });

  const service = () => Number(fs.readFileSync(path.join(own, 'pid'), 'utf8'));

  return {
    host,
    begin,
    /**
     * Runs it to its end.
     * @throws Error with what was said where a command failed
     */
    async run(commands: string, variables: Readonly<Record<string, string>>): Promise<string> {
      const child = begin(commands, variables);
      let said = '';
      for (const stream of [child.stdout, child.stderr])
        stream.on('data', (text: Buffer) => {
          said += text.toString();
        });
      const [code] = (await once(child, 'close')) as [number | null];
      if (code !== 0) throw new Error(`On ${host.name}, this failed:\n${commands}${said}\n${lastLines(own)}`);
      return said;
    },
    runs: () => processesIn(host.name).includes(service()),
    /** With -9, whatever commands began; the service stays. */
    killCommands(): void {
      for (const pid of processesIn(host.name)) if (pid !== service()) process.kill(pid, 'SIGKILL');
    },
    lastLines: () => lastLines(own),
  };
}
export type Machine = ReturnType<typeof setUpMachine>;

const TAIL_BYTES = 2000;

function lastLines(own: string): string {
  const log = path.join(own, 'log');
  return fs.existsSync(log) ? fs.readFileSync(log, 'utf8').slice(-TAIL_BYTES) : '';
}
