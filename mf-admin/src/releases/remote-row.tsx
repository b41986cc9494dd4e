import type { RemoteState } from '@pagecast/api/contract';
import { Badge, Button, Time } from '@pagecast/shell/kit';
import { CircleCheck, LifeBuoy, Undo2 } from 'lucide-react';
import { useState } from 'react';
import { healthWords } from './health-words.ts';
import { MoveDialog } from './move-dialog.tsx';

type Release = RemoteState['releases'][number];

export function RemoteRow({ remote }: { remote: RemoteState }) {
  const [chosen, setChosen] = useState<Release | null>(null);
  const current = remote.releases.find(({ status }) => status === 'current');
  const fallback = remote.releases.find(({ status }) => status === 'previous');
  const { words, isWorrying } = healthWords(remote.health);
  return (
    <li className="flex flex-col gap-2 py-3 first:pt-0 last:pb-0">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <div className="min-w-0">
          <p className="flex flex-wrap items-center gap-x-2"><span className="font-medium">{remote.label}</span><span className="font-mono text-xs text-ink-soft">{current?.version ?? 'not released'}</span></p>
          <p className={isWorrying ? 'text-xs text-bad' : 'text-xs text-ink-soft'}>{words}</p>
        </div>
        {fallback !== undefined && <Button size="sm" aria-label={`Roll Back: ${remote.label}`} onClick={() => setChosen(fallback)}><Undo2 aria-hidden />Roll Back</Button>}
      </div>
      <details>
        <summary className="w-fit cursor-pointer rounded-control py-1 text-xs font-medium text-accent">{remote.releases.length === 1 ? '1 version' : `${remote.releases.length} versions`}<span className="sr-only"> of {remote.label}</span></summary>
        <ul className="mt-1 flex flex-col">
          {remote.releases.map((release) => <Version key={release.version} remote={remote} release={release} onChoose={() => setChosen(release)} />)}
        </ul>
      </details>
      {chosen !== null && <MoveDialog remote={remote} from={current?.version ?? null} to={chosen.version} onClose={() => setChosen(null)} />}
    </li>
  );
}

function Version({ remote, release, onChoose }: { remote: RemoteState; release: Release; onChoose: () => void }) {
  const { version, status, isTakenBack, source, gitCommit, createdAt } = release;
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 py-1.5">
      <div className="min-w-0">
        <p className="flex flex-wrap items-center gap-2">
          <span className="font-mono text-xs wrap-anywhere">{version}</span>
          {status === 'current' && <Badge tone="ok" icon={<CircleCheck aria-hidden />}>Current</Badge>}
          {status === 'previous' && <Badge icon={<LifeBuoy aria-hidden />}>Fallback</Badge>}
          {isTakenBack && <Badge tone="warn" icon={<Undo2 aria-hidden />}>Taken back</Badge>}
        </p>
        <p className="text-xs text-ink-soft">
          {source === 'released' ? 'Released by its team' : 'Came with Pagecast'}{gitCommit !== null && <> from <span className="font-mono">{gitCommit}</span></>} · <Time instant={createdAt} relative />
        </p>
      </div>
      {status !== 'current' && <Button size="sm" aria-label={`Make Current: ${remote.label} ${version}`} onClick={onChoose}>Make Current</Button>}
    </li>
  );
}
