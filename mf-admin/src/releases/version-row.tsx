import { readReleaseParts, type RemoteState } from '@pagecast/api/contract';
import { Badge, Button, Time } from '@pagecast/shell/kit';
import { CircleCheck, Hourglass, LifeBuoy, Undo2 } from 'lucide-react';
import { healthWords } from './health-words.ts';

export type Release = RemoteState['releases'][number];

/** One version that people get, or could be given. */
export function VersionRow({
  name,
  label,
  release,
  onPreview,
  onChoose,
}: {
  name: string;
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
        <Origin name={name} release={release} />
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

/** Who signed it and what built it from what; nothing of a version that says nothing of it. */
function Origin({ name, release }: { name: string; release: Release }) {
  const { version, trust, signedBy, builder, lockfile, hasParts } = release;
  const facts = [
    signedBy != null && `signed by ${signedBy}`,
    trust === 'unsigned' && "not signed, so it doesn't run",
    builder != null && `built with ${builder}`,
    lockfile != null && `lockfile ${lockfile.slice(0, 8)}`,
  ].filter((fact) => fact !== false);
  if (facts.length === 0 && hasParts !== true) return null;
  const parts = readReleaseParts.path.replace(':name', name).replace(':version', encodeURIComponent(version));
  return (
    <p className="text-xs text-ink-soft first-letter:uppercase">
      {facts.join(' · ')}
      {hasParts === true && (
        <>
          {facts.length > 0 && ' · '}
          <a
            href={parts}
            download={`${name}-${version}.cdx.json`}
            aria-label={`List of parts of ${version}`}
            className="underline"
          >
            List of parts
          </a>
        </>
      )}
    </p>
  );
}

export function sourceWords({ source, gitCommit, host }: Release): string {
  const [from, at] = [gitCommit === null ? '' : ` from ${gitCommit}`, host == null ? '' : `, at ${new URL(host).host}`];
  return `${source === 'released' ? 'released by its team' : 'came with Pagecast'}${from}${at}`;
}
