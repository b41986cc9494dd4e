import { readReleaseParts, type ReleaseShare, type RemoteState } from '@pagecast/api/contract';
import { Badge, Button, Time } from '@pagecast/shell/kit';
import { CircleCheck, Hourglass, LifeBuoy, Split, Undo2 } from 'lucide-react';
import { healthWords } from './health-words.ts';
import { RobotNote } from './robot-note.tsx';
import { ShareEnd } from './share-end.tsx';

export type Release = RemoteState['releases'][number];

interface ActionsOfVersion {
  /** Undefined while another version is shared. */
  onShare: (() => void) | undefined;
  onPreview: () => void;
  onChoose: () => void;
}

/** One version that people get, or could be given. */
export function VersionRow({
  name,
  label,
  release,
  share,
  ...actions
}: {
  name: string;
  label: string;
  release: Release;
  /** The last one of this version. */
  share: ReleaseShare | undefined;
} & ActionsOfVersion) {
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
          {share?.state === 'growing' && (
            <Badge tone="accent" icon={<Split aria-hidden />}>
              Shared
            </Badge>
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
        <RobotNote release={release} />
        <ShareEnd share={share} />
      </div>
      {status !== 'current' && <Actions of={`${label} ${version}`} {...actions} />}
    </li>
  );
}

function Actions({ of, onShare, onPreview, onChoose }: ActionsOfVersion & { of: string }) {
  return (
    <div className="flex flex-wrap gap-2">
      <Button size="sm" variant="ghost" aria-label={`Preview: ${of}`} onClick={onPreview}>
        Preview
      </Button>
      {onShare !== undefined && (
        <Button size="sm" variant="ghost" aria-label={`Share: ${of}`} onClick={onShare}>
          Share
        </Button>
      )}
      <Button size="sm" aria-label={`Make Current: ${of}`} onClick={onChoose}>
        Make Current
      </Button>
    </div>
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
