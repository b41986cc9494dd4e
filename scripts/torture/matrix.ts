import type { Report } from './chaos-run.ts';
import { STEPS, faultHitsOf, type FaultHit } from './fault-hits.ts';
import { VIOLATIONS } from './oracle.ts';

const SHOWN_VIOLATIONS = 10;
const JOURNAL_LINES = 30;

type Say = (line: string) => void;

/** Figures, what each fault did and what people saw of it, and every broken promise with all that is known of it. */
export function printReport(report: Report, say: Say = console.log): void {
  const { verdict, outInChaos, kills, restarts, swallows, ownDeaths, rescheduled, isOver, seconds, posts } = report;
  const tally = Object.entries(verdict.ends)
    .map(([end, count]) => `${count} ${end}`)
    .join(', ');
  say(`\n${posts.length} posts in ${seconds.toFixed(0)} s: ${tally}${isOver ? '' : '; some are still on their way'}.`);
  say(
    `${outInChaos} went out in the chaos run. ` +
      `${kills} times kill -9, ${restarts} restarts of PostgreSQL, ${swallows} times the lines of one process to ` +
      `it swallowed; ${rescheduled} posts planned anew by their owner after the chaos run.`,
  );
  if (report.rotated !== null) {
    const { secretKeys, killed, unreadable } = report.rotated;
    say(`${secretKeys} times another secret key, ${killed} of its commands killed; ${unreadable} values unreadable.`);
  }
  for (const line of ownDeaths) say(`A process ended by itself: ${line}`);
  say('');
  printFaults(report, say);
  say('');
  for (const [kind, meaning] of Object.entries(VIOLATIONS))
    say(`${String(verdict.violations.filter((violation) => violation.kind === kind).length).padStart(5)}  ${meaning}`);
  for (const violation of verdict.violations.slice(0, SHOWN_VIOLATIONS)) printViolation(report, violation, say);
}

function printFaults(report: Report, say: Say): void {
  const { faults, watched, attempts } = report;
  const hits = faultHitsOf(watched, attempts);
  const ends = endsOf(report);
  const rows = faults.map(({ id, action, when }) => {
    const mine = hits.filter(({ faultId }) => faultId === id);
    return [
      `${action} ${when}`,
      String(mine.length),
      stepsOf(mine),
      became(
        mine.map(({ postId }) => postId),
        ends,
      ),
      saw(mine),
    ];
  });
  const takenOver = attempts.filter(({ takeovers }) => takeovers > 0).map(({ postId }) => postId);
  rows.push([
    'kill -9, restarted database',
    String(takenOver.length),
    'posts taken over',
    became(takenOver, ends),
    'Publishing',
  ]);
  if (report.frozenPostId !== null) {
    rows.push([
      'SIGSTOP between mark and send',
      '1',
      report.wasFrozenTakenOver === true ? 'taken over' : 'not taken over',
      became([report.frozenPostId], ends),
      'Publishing',
    ]);
  }
  rows.push([
    'Token of a page revoked',
    '1',
    `${report.revoked.held} posts held`,
    `${report.revoked.unnotified} of them without a word`,
    'reconnect',
  ]);
  printTable([['Fault', 'Struck', 'Calls', 'What became of the posts', 'What the screen said'], ...rows], say);
  say('\nIn words:');
  const words = new Map(
    watched.words.flatMap(({ code, message }) => (code === null || message === null ? [] : [[code, message]])),
  );
  for (const [code, message] of words) say(`  ${code}: ${message}`);
}

function endsOf({ attempts, statuses }: Report): (postId: number) => string {
  const known = new Set(attempts.map(({ postId }) => postId));
  return (postId) => statuses.get(postId) ?? (known.has(postId) ? 'deleted' : 'unknown');
}

function became(postIds: readonly (number | null)[], ends: (postId: number) => string): string {
  const known = new Set(postIds.filter((id) => id !== null));
  const lost = postIds.filter((id) => id === null).map(() => 'cannot be told');
  return counted([...[...known].map(ends), ...lost]);
}

function stepsOf(hits: readonly FaultHit[]): string {
  return STEPS.flatMap((step) => {
    const count = hits.filter((hit) => hit.step === step).length;
    return count === 0 ? [] : [`${count} ${step}`];
  }).join(', ');
}

function saw(hits: readonly FaultHit[]): string {
  return counted(
    hits
      .filter(({ postId, step }) => postId !== null && step !== 'poll')
      .map(({ words }) => words?.code ?? 'Publishing'),
  );
}

function counted(names: readonly string[]): string {
  const counts = new Map<string, number>();
  for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1);
  return [...counts]
    .sort(([, a], [, b]) => b - a)
    .map(([name, count]) => `${count} ${name}`)
    .join(', ');
}

function printTable(rows: readonly (readonly string[])[], say: Say): void {
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  for (const row of rows)
    say(
      row
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join('  ')
        .trimEnd(),
    );
}

/** Everything that is known of a broken promise. */
function printViolation(
  { attempts, watched }: Report,
  { kind, post, rowIds, out }: Report['verdict']['violations'][number],
  say: Say,
): void {
  say(
    `\n${post.marker} (${post.kind}${post.action === null ? '' : `, ${post.action.name}`}; ` +
      `rows ${rowIds.join(', ') || 'none'}): ${VIOLATIONS[kind]}`,
  );
  for (const { id, text, publishedAt } of out) say(`  public ${id} since ${publishedAt}: ${text}`);
  const mine = attempts.filter(({ postId }) => rowIds.includes(postId));
  for (const attempt of mine) say(`  attempt ${JSON.stringify(attempt)}`);
  for (const { at, code } of watched.words.filter(({ postId }) => rowIds.includes(postId)))
    say(`  screen ${at.toISOString()} ${code ?? 'nothing'}`);
  const ids = [...out.map(({ id }) => id), ...mine.flatMap(({ remoteId }) => remoteId ?? [])];
  const lines = watched.journal.filter(
    ({ path, params }) =>
      ids.some((id) => path.includes(id)) || Object.values(params).some((value) => value.includes(post.marker)),
  );
  for (const { at, method, path, status, effects, faults } of lines.slice(0, JOURNAL_LINES)) {
    say(`  journal ${at} ${method} ${path} → ${status ?? 'no answer'} ${effects.join(', ')} ${faults.join(', ')}`);
  }
}
