import { deleteInvitationCode, type InvitationCode } from '@pagecast/api/contract';
import { Badge, IconButton, Time, useCopy, type Tone } from '@pagecast/shell/kit';
import { CircleCheck, CircleMinus, ClockAlert, Copy, Link2 } from 'lucide-react';
import type { ReactNode } from 'react';
import { DeleteButton } from '../parts/delete-button.tsx';
import { codeStatus, usesOf, type CodeStatus } from './code-status.ts';
import { useNotifiedMutation } from '../parts/use-notified-mutation.ts';

const BADGES: Record<CodeStatus, { tone: Tone; icon: ReactNode }> = {
  Active: { tone: 'ok', icon: <CircleCheck aria-hidden /> },
  Inactive: { tone: 'neutral', icon: <CircleMinus aria-hidden /> },
  Expired: { tone: 'warn', icon: <ClockAlert aria-hidden /> },
  'Used up': { tone: 'neutral', icon: <CircleMinus aria-hidden /> },
};

export function CodeRow({ code }: { code: InvitationCode }) {
  const copy = useCopy();
  const status = codeStatus(code, new Date());
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 py-3">
      <div className="min-w-0 flex-1 basis-56">
        <p className="flex flex-wrap items-center gap-2">
          <span className="font-mono font-medium wrap-anywhere">{code.code}</span>
          <Badge {...BADGES[status]}>{status}</Badge>
        </p>
        {code.description !== null && <p className="wrap-anywhere">{code.description}</p>}
        <p className="text-xs text-ink-soft">
          {usesOf(code)} ·{' '}
          {code.expiresAt === null ? (
            'never expires'
          ) : (
            <>
              {status === 'Expired' ? 'expired' : 'expires'} <Time instant={code.expiresAt} relative />
            </>
          )}
        </p>
      </div>
      <div className="flex items-center max-sm:-ml-2.5">
        <IconButton label={`Copy code ${code.code}`} icon={<Copy aria-hidden />} onClick={() => void copy(code.code)} />
        <IconButton
          label={`Copy link for ${code.code}`}
          icon={<Link2 aria-hidden />}
          onClick={() => void copy(invitationLink(code.code))}
        />
        <DeleteCode code={code} />
      </div>
    </li>
  );
}

/** Where the invited person logs in; the code waits for them in the form. */
function invitationLink(code: string): string {
  return `${location.origin}/?${new URLSearchParams({ invitation: code }).toString()}`;
}

function DeleteCode({ code }: { code: InvitationCode }) {
  const remove = useNotifiedMutation(deleteInvitationCode, {
    done: { title: 'Invitation Code Deleted', description: `${code.code} no longer lets anyone in.` },
    failed: 'Delete Failed',
  });
  return (
    <DeleteButton
      label={`Delete code ${code.code}`}
      title={`Delete the code ${code.code}?`}
      message="Nobody can use it after that. People who already used it keep their access."
      busy={remove.isPending}
      onDelete={(close) => remove.mutate({ params: { id: code.id } }, { onSettled: close })}
    />
  );
}
