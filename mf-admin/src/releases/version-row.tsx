import type { RemoteState } from '@pagecast/api/contract';
import { Badge, Button, Time } from '@pagecast/shell/kit';
import { CircleCheck, Hourglass, LifeBuoy, Undo2 } from 'lucide-react';
import { healthWords } from './health-words.ts';

export type Release = RemoteState['releases'][number];

/** One version that people get, or could be given. */
export function VersionRow({
  label,
  release,
  onPreview,
  onChoose,
}: {
  label: string;
  release: Release;
  onPreview: () => void;
  onChoose: () => void;
}) {
  const { version, status, isTakenBack, createdAt, health } = release;
  return (
    <li className="flex min-h-12 flex-wrap items-center justify-between gap-x-4 gap-y-1">
      <div className="min-w-0 flex-1 basis-64">
        <p className="flex flex-wrap items-center gap-2">
          <span className="font-mono text-xs wrap-anywhere">{version}</span>
          {status === 'current' && (
            <Badge tone="ok" icon={<CircleCheck aria-hidden />}>
              Current
            </Badge>
          )}
          {status === 'previous' && <Badge icon={<LifeBuoy aria-hidden />}>Fallback</Badge>}
          {release.isWaiting === true && (
            <Badge icon={<Hourglass aria-hidden />}>{release.source === 'released' ? 'Staged' : 'Waiting'}</Badge>
          )}
          {isTakenBack && (
            <Badge tone="warn" icon={<Undo2 aria-hidden />}>
              Withdrawn
            </Badge>
          )}
        </p>
        <p className="text-xs text-ink-soft first-letter:uppercase">
          {sourceWords(release)} · <Time instant={createdAt} relative />
          {health !== undefined && <> · {healthWords(health)}</>}
        </p>
      </div>
      {status !== 'current' && (
        <div className="flex flex-wrap gap-2">
          <Button size="sm" variant="ghost" aria-label={`Preview: ${label} ${version}`} onClick={onPreview}>
            Preview
          </Button>
          <Button size="sm" aria-label={`Make Current: ${label} ${version}`} onClick={onChoose}>
            Make Current
          </Button>
        </div>
      )}
    </li>
  );
}

export function sourceWords({ source, gitCommit, host }: Release): string {
  const [from, at] = [gitCommit === null ? '' : ` from ${gitCommit}`, host == null ? '' : `, at ${new URL(host).host}`];
  return `${source === 'released' ? 'released by its team' : 'came with Pagecast'}${from}${at}`;
}
