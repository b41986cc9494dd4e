import { SHELL, type ReleaseShare, type RemoteState } from '@pagecast/api/contract';
import { Badge, Button, Time } from '@pagecast/shell/kit';
import { CircleCheck, CircleDashed, TriangleAlert, Undo2 } from 'lucide-react';
import { useRef, useState, type RefObject } from 'react';
import { healthState, healthWords, triesOf } from './health-words.ts';
import { MoveDialog, type Move } from './move-dialog.tsx';
import { AreaFigures } from './area-figures.tsx';
import type { VersionFigures } from './figure-words.ts';
import { ShareEnd } from './share-end.tsx';
import { SharePanel } from './share-panel.tsx';
import { VersionList } from './version-list.tsx';
import { sourceWords, type Release } from './version-row.tsx';
import { VersionWindow, type Opened } from './version-window.tsx';

const STATES = {
  healthy: { tone: 'ok', word: 'Healthy', Icon: CircleCheck },
  failing: { tone: 'bad', word: 'Failing', Icon: TriangleAlert },
  unseen: { tone: 'neutral', word: 'No loads yet', Icon: CircleDashed },
} as const;

export function RemoteRow({
  remote,
  figures,
  shares,
}: {
  remote: RemoteState;
  /** Of its versions; undefined while they are not known. */
  figures: readonly VersionFigures[] | undefined;
  /** Of its versions, the newest first. */
  shares: readonly ReleaseShare[];
}) {
  const [wanted, setWanted] = useState<Move | null>(null);
  const [opened, setOpened] = useState<Opened | null>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  const share = shares.find(({ state }) => state === 'growing');
  const early = remote.releases.find(({ version }) => version === share?.version);
  const current = remote.releases.find(({ status }) => status === 'current');
  const fallback = remote.releases.find(({ status }) => status === 'previous');
  const ask = (to: Release | null) => setWanted({ from: current?.version ?? null, to, revision: remote.revision });
  return (
    <li className="flex flex-col gap-2 py-4 first:pt-0 last:pb-0">
      <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2">
        <Summary heading={heading} remote={remote} current={current} fallback={fallback} />
        <WayBack remote={remote} fallback={fallback} onAsk={ask} />
      </div>
      {share !== undefined && early !== undefined && (
        <SharePanel remote={remote} share={share} heading={heading} onMakeCurrent={() => ask(early)} />
      )}
      {shares[0]?.state === 'taken-back' && <ShareEnd share={shares[0]} named />}
      {current !== undefined && figures !== undefined && (
        <AreaFigures
          of={remote}
          current={early ?? current}
          before={early === undefined ? fallback : current}
          figures={figures}
        />
      )}
      {(remote.releases.length > 1 || current === undefined) && (
        <VersionList of={remote} shares={shares} onOpen={setOpened} onChoose={ask} />
      )}
      {opened !== null && (
        <VersionWindow
          of={remote}
          opened={opened}
          currentVersion={current?.version}
          share={share}
          onClose={() => setOpened(null)}
        />
      )}
      {wanted !== null && <MoveDialog remote={remote} wanted={wanted} share={share} onClose={() => setWanted(null)} />}
    </li>
  );
}

/** To the version before, or, where there was none, to nobody having the area. */
function WayBack({
  remote: { label, mayWithdraw },
  fallback,
  onAsk,
}: {
  remote: RemoteState;
  fallback: Release | undefined;
  onAsk: (to: Release | null) => void;
}) {
  if (fallback === undefined && mayWithdraw !== true) return null;
  const words = fallback === undefined ? 'Withdraw' : 'Roll Back';
  return (
    <Button
      size="sm"
      icon={<Undo2 aria-hidden />}
      aria-label={`${words}: ${label}`}
      onClick={() => onAsk(fallback ?? null)}
    >
      {words}
    </Button>
  );
}

/** Which version people get, and how it arrives. */
function Summary({
  heading,
  remote,
  current,
  fallback,
}: {
  heading: RefObject<HTMLHeadingElement | null>;
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
      <h3 ref={heading} tabIndex={-1} className="flex flex-wrap items-center gap-x-2 gap-y-1 font-medium">
        <span className="min-w-0 wrap-anywhere">{remote.label}</span>{' '}
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
