import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { ROOT } from '../paths.ts';
import type { Say } from './image.ts';

/** Has systemd read the unit for operators, over this checkout. Of what it does not know it says so, and goes on. */
export function tryUnit(say: Say): void {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'pagecast-unit-'));
  const file = path.join(folder, 'pagecast.service');
  const unit = fs.readFileSync(path.join(ROOT, 'api/deploy/pagecast.service'), 'utf8');
  fs.writeFileSync(file, unit.replaceAll('/opt/pagecast', ROOT));
  const { status, stderr } = spawnSync('systemd-analyze', ['verify', '--man=no', '--generators=no', file], {
    encoding: 'utf8',
  });
  fs.rmSync(folder, { recursive: true, force: true });
  say('systemd understands all of the unit', status === 0 && stderr === '', stderr);
}
