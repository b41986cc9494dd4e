import type { LoadReport } from './load-reports.ts';
import type { Federation } from './version-arrivals.ts';
import { remoteLoader } from './remote-loader.ts';

/** For tests: a loader over `load`, without a federation that is listened to beyond `heard`. */
export const loaderOf = (
  load: Federation['load'],
  { report = () => {}, ...heard }: Partial<Federation> & { report?: (load: LoadReport) => void } = {},
) =>
  remoteLoader(
    {
      register: () => {},
      load,
      prefetch: async () => {},
      phaseOf: () => 'manifest',
      giveUp: () => {},
      show: () => {},
      hide: () => {},
      ...heard,
    },
    { report },
  );
