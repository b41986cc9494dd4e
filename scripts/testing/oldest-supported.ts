/**
 * The oldest release that may still be out there: pages that stay open, remotes whose team had no reason to release.
 * Today's builds must go together with its builds. It moves on when nothing of it is in use any more, and with every
 * new version of the contract.
 */
export const OLDEST_IN_USE = 'ebf129d6071d12b0784c2d7bedaecb1050ec9c50';

/**
 * The oldest release whose database today's code takes over. It moves on when every database that is left was started
 * with a later one, or when a package that it needs is not installed any more. Its migrations, and those after it, are
 * never edited.
 */
export const OLDEST_DATABASE = '771402c8120d70f85e7a0f8b830a69b38a0c38c3';

/**
 * The release before this one. Its processes and ours are run side by side over one database, up and back. It moves on
 * with every release.
 */
export const PREVIOUS_RELEASE = '02852d99b2b33bb5474cae91438e1e677f9b3db5';
