import type { Logger } from 'pino';
import { isStorageFull } from '../../http/errors.ts';

interface Deps {
  readonly remotes: {
    registerBuiltIns(): Promise<string[]>;
    filesElsewhere(): Promise<string[]>;
    exchangeFiles(): Promise<void>;
  };
  readonly log: Pick<Logger, 'warn' | 'error'>;
}

/**
 * What pages come with: the builds of this process, and what other hosts have of the current versions. Without room for
 * a new build people get the versions that are here, and their posts go out.
 */
export async function prepareReleases({ remotes, log }: Deps): Promise<void> {
  const waiting = await remotes.registerBuiltIns().catch((error: unknown) => {
    if (!isStorageFull(error)) throw error;
    log.error(
      { err: error, hint: 'Free space on the disk of DATA_DIR, then restart this process to serve its builds.' },
      'releases.no-room',
    );
    return [];
  });
  if (waiting.length > 0)
    log.warn(
      { remotes: waiting, hint: 'Their teams released or rolled back by themselves; npm run releases says more.' },
      'releases.builds-wait',
    );
  const elsewhere = await remotes.filesElsewhere();
  if (elsewhere.length > 0)
    log.error(
      {
        versions: elsewhere,
        hint:
          'People get these versions, and this process cannot serve them. ' +
          'Start a process that has them in the folder releases of its DATA_DIR: it sends them to the others.',
      },
      'releases.files-elsewhere',
    );
  remotes.exchangeFiles().catch((error: unknown) => log.warn({ err: error }, 'releases.files-not-exchanged'));
}
