import type { LoadReport } from './load-reports.ts';
import type { Federation } from './version-arrivals.ts';
import { remoteLoader } from './remote-loader.ts';

/** For tests: a loader over `load`, without a federation that is listened to. */
export const loaderOf = (
  load: Federation['load'],
  phase: ReturnType<Federation['phaseOf']> = 'manifest',
  report: (load: LoadReport) => void = () => {},
) => remoteLoader({ register: () => {}, load, phaseOf: () => phase, giveUp: () => {}, show: () => {} }, { report });
