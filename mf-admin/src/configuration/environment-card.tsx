import { listEnvironments, type EnvironmentState } from '@pagecast/api/contract';
import { apiQuery, Badge, Button, Loaded } from '@pagecast/shell/kit';
import { useQuery } from '@tanstack/react-query';
import { CircleCheck } from 'lucide-react';
import { useState } from 'react';
import { AdminSection, type Section } from '../parts/admin-section.tsx';
import { ENVIRONMENT_WORDS } from '../parts/environment-words.ts';
import { dueWords } from './due-words.ts';
import { SwitchDialog } from './switch-dialog.tsx';

export const environmentSection: Section = { id: 'environment', title: 'Environment', Card: EnvironmentCard };

/** Which of the three separate worlds everybody sees. */
export function EnvironmentCard() {
  const query = useQuery(apiQuery(listEnvironments));
  const [chosen, setChosen] = useState<EnvironmentState | null>(null);
  return (
    <AdminSection
      of={environmentSection}
      description="Each environment has its own users, pages and posts. Scheduled posts go out in all of them."
    >
      <Loaded query={query} rows={3}>
        {(environments) => (
          <>
            <ul className="divide-y divide-line">
              {environments.map((environment) => (
                <Row key={environment.mode} environment={environment} onSwitch={() => setChosen(environment)} />
              ))}
            </ul>
            {chosen !== null && (
              <SwitchDialog environments={environments} chosen={chosen} onClose={() => setChosen(null)} />
            )}
          </>
        )}
      </Loaded>
    </AdminSection>
  );
}

function Row({ environment, onSwitch }: { environment: EnvironmentState; onSwitch: () => void }) {
  const { mode, isCurrent, appId, users } = environment;
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 py-3 first:pt-0 last:pb-0">
      <div className="min-w-0">
        <p className="flex flex-wrap items-center gap-2">
          <span className="font-medium">{ENVIRONMENT_WORDS[mode]}</span>
          {isCurrent && (
            <Badge tone="accent" icon={<CircleCheck aria-hidden />}>
              Current
            </Badge>
          )}
        </p>
        <p className="text-xs text-ink-soft">
          {users.toLocaleString('en')} {users === 1 ? 'user' : 'users'} · {dueWords(environment)} ·{' '}
          {appId === null ? (
            'no Facebook app set up'
          ) : (
            <>
              app <span className="font-mono">{appId}</span>
            </>
          )}
        </p>
      </div>
      {!isCurrent && (
        <Button size="sm" aria-label={`Switch to ${ENVIRONMENT_WORDS[mode]}`} onClick={onSwitch}>
          Switch
        </Button>
      )}
    </li>
  );
}
