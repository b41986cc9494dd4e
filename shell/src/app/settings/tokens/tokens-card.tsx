import { listTokens, MOST_TOKENS } from '@pagecast/api/contract';
import { useQuery } from '@tanstack/react-query';
import { KeyRound, Plus } from 'lucide-react';
import { useState } from 'react';
import { apiQuery, Button, Card, EmptyState, LateWindow, Loaded, useUser } from '../../../kit/index.ts';
import { lazyPart } from '../../../kit/runtime/lazy-part.tsx';
import { SecretDialog } from '../secret-dialog.tsx';
import { TokenRow } from './token-row.tsx';

const TokenDialog = lazyPart(async () => (await import('./token-dialog.tsx')).TokenDialog);

/** Programs that may work in the person's name: scripts, assistants, the command line. */
export function TokensCard() {
  // They are used, connected and ended elsewhere too.
  const tokens = useQuery({ ...apiQuery(listTokens), refetchOnMount: 'always' });
  const isOwn = !useUser().impersonatedBy;
  const [isAdding, setIsAdding] = useState(false);
  const [secret, setSecret] = useState<string | null>(null);
  const isFull = (tokens.data?.length ?? 0) >= MOST_TOKENS;
  return (
    <Card
      title="API Tokens"
      description="Let scripts and assistants work with your pages. Each can do only what you allow here."
      actions={
        isOwn &&
        !isFull && (
          <Button icon={<Plus aria-hidden />} onPointerEnter={TokenDialog.preload} onClick={() => setIsAdding(true)}>
            Create token
          </Button>
        )
      }
    >
      <Loaded
        query={tokens}
        problemTitle="We couldn't load your tokens"
        rows={2}
        empty={(list) =>
          list.length > 0 ? null : (
            <EmptyState icon={<KeyRound />}>
              No tokens yet. Create one for a script, or connect an assistant and it will appear here.
            </EmptyState>
          )
        }
      >
        {(list) => (
          <ul className="flex flex-col divide-y divide-line">
            {list.map((token) => (
              <TokenRow key={token.id} token={token} />
            ))}
          </ul>
        )}
      </Loaded>
      {isAdding && (
        <LateWindow onClose={() => setIsAdding(false)}>
          <TokenDialog
            onClose={() => setIsAdding(false)}
            onCreated={(made) => {
              setIsAdding(false);
              setSecret(made);
            }}
          />
        </LateWindow>
      )}
      {secret !== null && (
        <SecretDialog title="Your new token" secret={secret} onClose={() => setSecret(null)}>
          Keep it like a password: whoever has it can do what you allowed. If it gets out, revoke it here.
        </SecretDialog>
      )}
    </Card>
  );
}
