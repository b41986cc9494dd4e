import fs from 'node:fs';
import path from 'node:path';
import { ROOT } from '../paths.ts';

/** Where a machine of this test has what other machines have at the root of their disk. */
export interface Places {
  /** Releases, and the link to the one that runs. */
  readonly opt: string;
  readonly link: string;
  readonly etc: string;
  readonly state: string;
  readonly own: string;
}

/** Puts the places of the machine where a command or a unit names those of operators. */
export function inPlaces(text: string, { opt, link, etc, state, own }: Places): string {
  return text
    .replaceAll('/opt/pagecast-', `${opt}/pagecast-`)
    .replaceAll(/(?<![\w.-])\/opt\/pagecast\b(?!-)/g, link)
    .replaceAll('/etc/pagecast', etc)
    .replaceAll('%S', state)
    .replaceAll('%C', path.join(own, 'cache'))
    .replaceAll('%d', path.join(own, 'credentials'));
}

/** What the unit for operators says of starting and stopping; its sandbox is systemd's own. */
export function readUnit(places: Places) {
  const lines = inPlaces(fs.readFileSync(path.join(ROOT, 'api/deploy/pagecast.service'), 'utf8'), places).split('\n');
  const all = (name: string) =>
    lines.filter((line) => line.startsWith(`${name}=`)).map((line) => line.slice(name.length + 1));
  const one = (name: string) => {
    const [value] = all(name);
    if (value === undefined) throw new Error(`The unit has no ${name}`);
    return value;
  };
  return {
    command: one('ExecStart').split(' '),
    folder: one('WorkingDirectory'),
    credentials: all('LoadCredential').map((line) => line.split(':') as [name: string, file: string]),
    environment: Object.fromEntries(
      [
        ...all('Environment').flatMap((line) => line.split(' ')),
        ...fs.readFileSync(one('EnvironmentFile'), 'utf8').split('\n').filter(Boolean),
      ].map((entry) => [entry.slice(0, entry.indexOf('=')), entry.slice(entry.indexOf('=') + 1)]),
    ) as Record<string, string>,
    stopWithinMs: Number(one('TimeoutStopSec')) * 1000,
  };
}
