import { restoresRepository } from '../api/src/features/backup-marks/restores.repository.ts';
import type { Database } from './postgres/with-database.ts';

/** Says what is known of the backup that was put back. */
export async function reportRestored(db: Database): Promise<void> {
  const held = await restoresRepository(db).held();
  if (held === null) return console.log('No restored backup waits to be released.');
  const { posts, sessions, tokens, releaseTokens, invitations, mails } = {
    posts: await restoresRepository(db).meanwhile(held),
    ...held.ended,
  };
  const { out, notOut, unknown, unchecked, later } = posts;
  const checked = out + notOut + unknown;
  console.log(
    [
      `Backup ${held.backupId} of ${held.backupAt.toISOString()}, restored at ${held.restoredAt.toISOString()}.`,
      'Nothing is sent until it is released.',
      `These ${checked + unchecked} posts may have gone out meanwhile; checked: ${checked}.`,
      `  ${out} were found. They become published posts, and are not sent again.`,
      `  ${notOut} were not found. They go out; the owners of those more than an hour late decide.`,
      `  ${unknown} could not be looked up, ${unchecked} have not been yet. They are looked up before they are sent.`,
      `${later} posts are planned for later. Each is looked up before it is sent.`,
      `Ended with the restore, because what was revoked since the backup is not known: ${sessions} sessions, ` +
        `${tokens} API tokens and connected apps, ${releaseTokens} release tokens, ${invitations} invitations. ` +
        `${mails} mails that waited are not sent.`,
      'People who were blocked or deleted their account since the backup are back: see the access list.',
      unchecked > 0 ? 'Start Pagecast, and look again in a minute.' : 'Release it with: npm run restore -- release',
    ].join('\n'),
  );
}

/** Lets posts go out again. */
export async function releaseRestored(db: Database): Promise<void> {
  const restores = restoresRepository(db);
  const held = await restores.held();
  if (held === null || !(await restores.release(held.id)))
    return console.log('No restored backup waits to be released.');
  console.log('Released. Posts go out again; each that may be out is looked up first.');
}
