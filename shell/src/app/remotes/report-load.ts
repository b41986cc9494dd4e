import { OVERRIDE_VERSION, reportRemoteLoad } from '@pagecast/api/contract';
import { callApi } from '../../kit/index.ts';
import { whenIdle } from '../browser/when-idle.ts';
import type { LoadReport } from './load-reports.ts';

/**
 * Reports to the API how a remote came. Nobody waits for it: that it came is reported after the screen has its data,
 * and a server that is away must not make it worse. What a developer has on their machine is nobody's health.
 */
export function reportLoad(load: LoadReport): void {
  if (load.version === OVERRIDE_VERSION) return;
  const turn = load.phase === null ? whenIdle() : Promise.resolve();
  void turn.then(() => callApi(reportRemoteLoad, { body: load })).catch(() => {});
}
