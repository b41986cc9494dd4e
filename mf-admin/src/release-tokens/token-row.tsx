import { deleteReleaseToken, type ReleaseToken } from '@pagecast/api/contract';
import { Badge, Time } from '@pagecast/shell/kit';
import { ClockAlert } from 'lucide-react';
import { DeleteButton } from '../parts/delete-button.tsx';
import { RIGHT_WORDS } from './right-words.ts';
import { useNotifiedMutation } from '../parts/use-notified-mutation.ts';

const WORDS = new Intl.ListFormat('en-GB');

export function TokenRow({ token }: { token: ReleaseToken }) {
  const { name, area, rights, expiresAt, isExpired, lastUsedAt } = token;
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 py-3 first:pt-0">
      <div className="min-w-0 flex-1 basis-56">
        <p className="flex flex-wrap items-center gap-2">
          <span className="font-medium wrap-anywhere">{name}</span>
          {isExpired && (
            <Badge tone="warn" icon={<ClockAlert aria-hidden />}>
              Expired
            </Badge>
          )}
        </p>
        <p className="text-xs text-ink-soft">
          <span className="font-mono wrap-anywhere text-ink">{area}</span> · may{' '}
          {WORDS.format(rights.map((right) => RIGHT_WORDS[right].said))}
        </p>
        <p className="text-xs text-ink-soft">
          {lastUsedAt === null ? (
            'never used'
          ) : (
            <>
              last used <Time instant={lastUsedAt} relative />
            </>
          )}{' '}
          ·{' '}
          {expiresAt === null ? (
            'never expires'
          ) : (
            <>
              {isExpired ? 'expired' : 'expires'} <Time instant={expiresAt} relative />
            </>
          )}
        </p>
      </div>
      <DeleteToken token={token} />
    </li>
  );
}

function DeleteToken({ token: { id, name, area } }: { token: ReleaseToken }) {
  const remove = useNotifiedMutation(deleteReleaseToken, {
    done: { title: 'Release Token Deleted', description: `${name} can't release ${area} anymore.` },
    failed: 'Delete Failed',
  });
  return (
    <DeleteButton
      label={`Delete release token ${name}`}
      title={`Delete the token ${name}?`}
      message={`Whoever uses it can't release ${area} anymore. What was released stays as it is.`}
      busy={remove.isPending}
      onDelete={(close) => remove.mutate({ params: { id } }, { onSettled: close })}
    />
  );
}
