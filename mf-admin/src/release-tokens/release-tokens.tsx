import { listReleaseTokens } from '@pagecast/api/contract';
import { apiQuery, EmptyState, Loaded } from '@pagecast/shell/kit';
import { useQuery } from '@tanstack/react-query';
import { KeyRound } from 'lucide-react';
import { CreateTokenForm } from './create-token-form.tsx';
import { TokenRow } from './token-row.tsx';

/** What lets a team's own build server release its area. @param areas those there are, such as mf_history */
export function ReleaseTokens({ areas }: { areas: readonly string[] }) {
  const query = useQuery(apiQuery(listReleaseTokens));
  return (
    <section aria-labelledby="release-tokens" className="mt-6 flex flex-col gap-4 border-t border-line pt-6">
      <div className="flex flex-col gap-1">
        <h3 id="release-tokens" className="font-medium">
          Release tokens
        </h3>
        <p className="text-xs text-ink-soft">
          A team can release its area, or the shell, from its own build server with a token. Each token is for one of
          them.
        </p>
      </div>
      <CreateTokenForm areas={areas} />
      <Loaded query={query} rows={2}>
        {(tokens) =>
          tokens.length === 0 ? (
            <EmptyState icon={<KeyRound />}>
              There are no release tokens yet. Without one, areas are released on the server itself.
            </EmptyState>
          ) : (
            <ul className="divide-y divide-line">
              {tokens.map((token) => (
                <TokenRow key={token.id} token={token} />
              ))}
            </ul>
          )
        }
      </Loaded>
    </section>
  );
}
