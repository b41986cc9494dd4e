/**
 * `npm run test:upgrades`: releases side by side over one database under load, up and back: the one before this one
 * with this one, then this one with one that has a migration more. Exit code 1 when a request failed but of the process
 * that was shot, or a post did not go out exactly once.
 */
import path from 'node:path';
import { fail } from './lifecycle.ts';
import { ROOT } from './paths.ts';
import { PREVIOUS_RELEASE } from './testing/oldest-supported.ts';
import { unpackCommit } from './testing/sources-of-commit.ts';
import { newestMigration, writeTomorrow } from './torture/release-sources.ts';
import { runSideBySide } from './torture/side-by-side.ts';

const LOAD = { people: 12, pauseMs: 10, postsPerStep: 60 };

const previous = path.join(ROOT, '.cache/sources', PREVIOUS_RELEASE);
if (!(await unpackCommit(PREVIOUS_RELEASE, previous, ['api'])))
  fail(`This checkout has no commit ${PREVIOUS_RELEASE}, and no origin that gives it. Fetch it and try again.`);
const tomorrow = writeTomorrow(path.join(ROOT, '.cache/sources/tomorrow'));
/** Releases from before that are not ready beside migrations they do not know. */
const isOlderTolerant = newestMigration(previous) >= '20261123040000';

let broken = 0;
for (const [name, releases] of [
  ['the release before, and today', { older: previous, newer: ROOT, isOlderTolerant, hasGate: false }],
  ['today, and tomorrow', { older: ROOT, newer: tomorrow, isOlderTolerant: true, hasGate: true }],
] as const) {
  const { verdict, calls, failures, failuresOfKilled, posts } = await runSideBySide({ ...releases, ...LOAD });
  const isRight = failures.length === 0 && verdict.violations.length === 0 && verdict.ends['published'] === posts;
  if (!isRight) broken += 1;
  console.log(
    `${isRight ? 'holds' : 'FAILS'}  ${name}: ${calls} requests, ${failures.length} failed, and ` +
      `${failuresOfKilled} of the process that was shot; ${posts} posts, ` +
      `${verdict.violations.length} not out exactly once`,
  );
  for (const { api, what, log } of failures) console.log(`  ${api}: ${what}\n${log}`);
  for (const { kind, post } of verdict.violations) console.log(`  ${post.marker}: ${kind}`);
}
process.exit(broken === 0 ? 0 : 1);
