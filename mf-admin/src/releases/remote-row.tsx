import { SHELL, type RemoteState } from '@pagecast/api/contract';
import { Badge, Button, Disclosure, LateWindow, lazyPart, Time } from '@pagecast/shell/kit';
import { CircleCheck, CircleDashed, TriangleAlert, Undo2 } from 'lucide-react';
import { useState } from 'react';
import { healthState, healthWords, triesOf } from './health-words.ts';
import { MoveDialog, type Move } from './move-dialog.tsx';
import { AreaFigures } from './area-figures.tsx';
import type { VersionFigures } from './figure-words.ts';
import { sourceWords, VersionRow, type Release } from './version-row.tsx';

const PreviewDialog = lazyPart(async () => (await import('./preview-dialog.tsx')).PreviewDialog);

const STATES = {
  healthy: { tone: 'ok', word: 'Healthy', Icon: CircleCheck },
  failing: { tone: 'bad', word: 'Failing', Icon: TriangleAlert },
  unseen: { tone: 'neutral', word: 'No loads yet', Icon: CircleDashed },
} as const;

export function RemoteRow({
  remote,
  figures,
}: {
  remote: RemoteState;
  /** Of its versions; undefined while they are not known. */
  figures: readonly VersionFigures[] | undefined;
}) {
  const [wanted, setWanted] = useState<Move | null>(null);
  const [previewed, setPreviewed] = useState<string | null>(null);
  const current = remote.releases.find(({ status }) => status === 'current');
  const fallback = remote.releases.find(({ status }) => status === 'previous');
  const ask = (to: Release) => setWanted({ from: current?.version ?? null, to, revision: remote.revision });
  return (
    <li className="flex flex-col gap-2 py-4 first:pt-0 last:pb-0">
      <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2">
        <Summary remote={remote} current={current} fallback={fallback} />
        {fallback !== undefined && (
          <Button
            size="sm"
            icon={<Undo2 aria-hidden />}
            aria-label={`Roll Back: ${remote.label}`}
            onClick={() => ask(fallback)}
          >
            Roll Back
          </Button>
        )}
      </div>
      {current !== undefined && figures !== undefined && (
        <AreaFigures of={remote} current={current} before={fallback} figures={figures} />
      )}
      {remote.releases.length > 1 && (
        <VersionList of={remote} onPreview={({ version }) => setPreviewed(version)} onChoose={ask} />
      )}
      {previewed !== null && (
        <LateWindow onClose={() => setPreviewed(null)}>
          <PreviewDialog
            name={remote.name}
            label={remote.label}
            version={previewed}
            onClose={() => setPreviewed(null)}
          />
        </LateWindow>
      )}
      {wanted !== null && <MoveDialog remote={remote} wanted={wanted} onClose={() => setWanted(null)} />}
    </li>
  );
}

/** Every version that can be made current. */
function VersionList({
  of: { name, label, releases },
  onPreview,
  onChoose,
}: {
  of: RemoteState;
  onPreview: (release: Release) => void;
  onChoose: (release: Release) => void;
}) {
  return (
    <Disclosure
      className="text-xs"
      label={
        <>
          {releases.length} versions<span className="sr-only"> of {label}</span>
        </>
      }
    >
      <ul className="flex flex-col gap-1 sm:ml-4.5">
        {releases.map((release) => (
          <VersionRow
            key={release.version}
            name={name}
            label={label}
            release={release}
            onPreview={() => onPreview(release)}
            onChoose={() => onChoose(release)}
          />
        ))}
      </ul>
    </Disclosure>
  );
}

/** Which version people get, and how it arrives. */
function Summary({
  remote,
  current,
  fallback,
}: {
  remote: RemoteState;
  current: Release | undefined;
  fallback: Release | undefined;
}) {
  // Of the version that people get: one that was taken back has failed enough.
  const { tone, word, Icon } = STATES[healthState(current?.health ?? remote.health)];
  // A page that does not come up has nobody to tell of it.
  const isShell = remote.name === SHELL;
  const isOfSeveral = current?.health !== undefined && triesOf(current.health) < triesOf(remote.health);
  const lost = lostWords(current, fallback);
  return (
    <div className="flex min-w-0 flex-1 basis-64 flex-col gap-1">
      <h3 className="flex flex-wrap items-center gap-x-2 gap-y-1 font-medium">
        {remote.label}{' '}
        {!isShell && (
          <Badge tone={tone} icon={<Icon aria-hidden />}>
            {word}
          </Badge>
        )}
      </h3>
      <p className="text-xs text-ink-soft">
        <span className="font-mono wrap-anywhere text-ink">
          {remote.name} {current?.version}
        </span>
        {' · '}
        {current === undefined ? 'not released' : sourceWords(current)}
        {remote.movedAt !== null && (
          <>
            {' '}
            · since <Time instant={remote.movedAt} relative />
          </>
        )}
      </p>
      {healthState(remote.health) !== 'unseen' && (
        <p className="text-xs text-ink-soft">
          {isOfSeveral && 'All versions: '}
          {healthWords(remote.health)}
        </p>
      )}
      {remote.releases.some((release) => release.source === 'built-in' && release.isWaiting === true) && (
        <p className="text-xs text-ink-soft">
          A build that came with Pagecast is waiting, because {isShell ? "the shell's" : "this area's"} team has
          released or rolled back on its own. Make it current to follow Pagecast again.
        </p>
      )}
      {lost !== null && <p className="text-xs font-medium text-bad">{lost}</p>}
    </div>
  );
}

/** What becomes of people where the current version reaches none of them. */
function lostWords(current: Release | undefined, fallback: Release | undefined): string | null {
  if (current?.health === undefined || current.health.loads > 0 || current.health.failures === 0) return null;
  return (
    `Nobody can load ${current.version}. ` +
    `${fallback === undefined ? 'There is no version to fall back on.' : `People get ${fallback.version} instead.`}`
  );
}
