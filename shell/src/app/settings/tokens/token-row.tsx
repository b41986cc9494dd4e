import { checkPagesStatus, deleteToken, type ApiToken } from '@pagecast/api/contract';
import { useQuery } from '@tanstack/react-query';
import { CircleX } from 'lucide-react';
import { useState } from 'react';
import {
  apiQuery,
  Badge,
  Button,
  ConfirmDialog,
  reasonOf,
  Time,
  useApiMutation,
  useNotify,
} from '../../../kit/index.ts';
import { abilityOf, approvalOf, KINDS, pagesOf } from './token-words.ts';

/** One program, what it may do, and the way to end that. */
export function TokenRow({ token }: { token: ApiToken }) {
  const { data: pages } = useQuery(apiQuery(checkPagesStatus));
  const { name, kind, isExpired, scopes, pageIds } = token;
  const approval = approvalOf(token);
  return (
    <li className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2 py-4 first:pt-0 last:pb-0">
      <div className="min-w-0 flex-1 basis-60">
        <p className="flex flex-wrap items-center gap-2">
          <span className="min-w-0 font-medium wrap-anywhere">{name}</span>
          {KINDS[kind] !== null && <Badge>{KINDS[kind]}</Badge>}
          {isExpired && (
            <Badge tone="warn" icon={<CircleX aria-hidden />}>
              Expired
            </Badge>
          )}
        </p>
        <p className="mt-1 max-w-[72ch] text-sm text-ink-soft wrap-anywhere">
          {abilityOf(scopes)} on {pagesOf(pageIds, pages)}
          {approval !== null && ` · ${approval}`}
        </p>
        <Times token={token} />
      </div>
      <Revoke token={token} />
    </li>
  );
}

function Times({ token: { lastUsedAt, expiresAt, isExpired } }: { token: ApiToken }) {
  return (
    <p className="mt-1 text-xs text-ink-soft">
      {lastUsedAt === null ? (
        'Never used'
      ) : (
        <>
          Last used <Time instant={lastUsedAt} />
        </>
      )}
      {' · '}
      {expiresAt === null ? (
        'Never expires'
      ) : (
        <>
          {isExpired ? 'Expired' : 'Expires'} <Time instant={expiresAt} />
        </>
      )}
    </p>
  );
}

function Revoke({ token: { id, name, kind } }: { token: ApiToken }) {
  const notify = useNotify();
  const [isAsked, setIsAsked] = useState(false);
  const close = () => setIsAsked(false);
  const revoke = useApiMutation(deleteToken, {
    onError: (error) => {
      close();
      notify({ tone: 'destructive', title: 'Revoke Failed', description: reasonOf(error, 'Please try again.') });
    },
  });
  return (
    <>
      <Button size="sm" aria-label={`Revoke: ${name}`} onClick={() => setIsAsked(true)}>
        Revoke
      </Button>
      <ConfirmDialog
        open={isAsked}
        onClose={close}
        onConfirm={() => revoke.mutate({ params: { id } })}
        title={kind === 'personal' ? 'Revoke this token?' : 'Disconnect this program?'}
        message={`${name} stops working right away. Posts that it scheduled stay scheduled.`}
        confirmLabel="Revoke"
        busy={revoke.isPending}
        busyLabel="Revoking..."
      />
    </>
  );
}
