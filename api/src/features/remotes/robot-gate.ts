import { ConflictError } from '../../http/errors.ts';
import type { KnownRelease } from './release-row.ts';

type Tried = Pick<KnownRelease, 'source' | 'wasCurrent' | 'robot'>;

/**
 * Whether people may get a version as far as its smoke journey is concerned. What came with the product was tried where
 * it was built, and what everybody had once needs no robot to go back to. Clients from before the robot say nothing of
 * one: their versions go on as ever, and the Releases card says that nobody tried them.
 */
export function robotAllows({ source, wasCurrent, robot }: Tried): boolean {
  if (source === 'built-in' || wasCurrent || robot === null) return true;
  return robot.outcome === 'passed' || robot.outcome === 'skipped';
}

/**
 * @param reason why it is given to people all the same; null where nobody said
 * @throws ConflictError that says what the robot found and what to do
 */
export function assertRobotAllows(
  name: string,
  { version, ...tried }: Tried & Pick<KnownRelease, 'version'>,
  reason: string | null,
): void {
  if (reason !== null || robotAllows(tried)) return;
  const { outcome, note } = tried.robot ?? {};
  const what =
    outcome === 'failed'
      ? `The robot that tried ${name} ${version} failed: ${(note ?? 'it did not say where').replace(/[.]$/, '')}.`
      : `No robot has tried ${name} ${version} to the end yet.`;
  throw new ConflictError(
    `${what} Nobody gets it until one passes. Run the release again to try it once more, release a version that ` +
      'works, or give the reason with --without-robot "...".',
    { needsRobot: true },
  );
}
