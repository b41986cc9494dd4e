import { cn } from '@pagecast/shell/kit';
import type { Release } from './version-row.tsx';

/** What the robot found that tried a version before people got it; nothing of what came with Pagecast. */
export function RobotNote({ release }: { release: Release }) {
  const words = robotWords(release);
  if (words === null) return null;
  return (
    <p className={cn('text-xs', release.needsRobot === true ? 'font-medium text-bad' : 'text-ink-soft')}>{words}</p>
  );
}

/** What stands in the way of giving a version to people; null where nothing of its robot does. */
export function robotWarning(release: Release): string | null {
  return release.needsRobot === true ? `${robotWords(release)} You can go ahead. The audit log will say so.` : null;
}

/** Notes are the client's, or what somebody typed. */
function sentence(note: string): string {
  return /[.!?)]$|^$/.test(note) ? note : `${note}.`;
}

function robotWords({ robot, source }: Release): string | null {
  if (robot === undefined || source !== 'released') return null;
  if (robot === null) return 'No robot tried it: it was released by an older client.';
  if (robot.outcome === 'passed') return 'The robot that tried it found nothing wrong.';
  if (robot.outcome === 'pending') return 'The robot that tries it has not finished.';
  if (robot.outcome === 'skipped') return `No robot tried it: ${sentence(robot.note ?? 'no reason was given')}`;
  return `The robot that tried it failed. ${sentence(robot.note ?? '')}`;
}
