import { facebookConfig, INVITATION_CODE_USED, PENDING_FACEBOOK_ID, PENDING_NAME } from '@pagecast/api/contract';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Mail } from 'lucide-react';
import { useNavigate, useSearchParams } from 'react-router-dom';
import { apiQuery, type Toast } from '../../kit/index.ts';
import { keepNote } from '../browser/keep-note.ts';
import { useTitle } from '../browser/use-title.ts';
import { CenteredCard } from '../frame/centered-card.tsx';
import { RouterLink } from '../frame/router-link.tsx';
import { logInWithoutWindow } from '../login/use-facebook-login.ts';
import { sessionQuery } from '../session/session-query.ts';
import { InvitationForm } from './invitation-form.tsx';
import { LegalLinks } from '../frame/legal-links.tsx';

/** 'Access Required': the account that Facebook vouched for, and the way in by an invitation code. */
export function UnauthorizedScreen({ notify }: { notify: (toast: Toast) => void }) {
  useTitle('Access Required');
  const [search] = useSearchParams();
  const navigate = useNavigate();
  const client = useQueryClient();
  const { data: config } = useQuery(apiQuery(facebookConfig));
  const facebookId = search.get('facebookId') ?? sessionStorage.getItem(PENDING_FACEBOOK_ID) ?? '';
  const name = search.get('name') ?? sessionStorage.getItem(PENDING_NAME) ?? '';

  const handleGranted = async () => {
    sessionStorage.removeItem(PENDING_FACEBOOK_ID);
    sessionStorage.removeItem(PENDING_NAME);
    keepNote('sessionStorage', INVITATION_CODE_USED, 'true');
    const user = await logInWithoutWindow(client, facebookId);
    if (user !== null) client.setQueryData(sessionQuery.queryKey, user);
    notify({
      tone: 'default',
      title: 'Access Granted',
      description: user === null ? 'Your account may use Pagecast now. Please log in again.' : "You're logged in.",
    });
    // Not a full load, which would take the toast away.
    void navigate('/');
  };

  return (
    <CenteredCard title="Access Required" footer={<LegalLinks />}>
      <p className="text-ink-soft">
        Your account isn't on the list of invited accounts yet. Enter an invitation code, or ask us for access.
      </p>
      {facebookId !== '' && <Account facebookId={facebookId} name={name} />}
      <InvitationForm facebookId={facebookId} name={name} code={search.get('code') ?? ''} onGranted={handleGranted} />
      <div className="flex flex-wrap justify-center gap-x-5 gap-y-1">
        {config !== undefined && (
          <a
            href={supportDraft(config.supportEmail, facebookId, name)}
            className={
              'inline-flex items-center gap-1.5 py-1 font-medium text-accent underline underline-offset-2 ' +
              'pointer-coarse:min-h-11'
            }
          >
            <Mail aria-hidden className="size-4" />
            Contact Support
          </a>
        )}
        <RouterLink
          to="/"
          className={
            'inline-flex items-center py-1 font-medium text-accent underline underline-offset-2 ' +
            'pointer-coarse:min-h-11'
          }
        >
          Back to Home
        </RouterLink>
      </div>
    </CenteredCard>
  );
}

function Account({ facebookId, name }: { facebookId: string; name: string }) {
  return (
    <dl className="grid grid-cols-[auto_1fr] gap-x-4 gap-y-1 rounded-control bg-sunken p-4 text-left">
      <dt className="text-ink-soft">Account name</dt>
      <dd className="min-w-0 font-medium break-words">{name}</dd>
      <dt className="text-ink-soft">Account ID</dt>
      <dd className="min-w-0 font-mono break-words">{facebookId}</dd>
    </dl>
  );
}

function supportDraft(email: string, facebookId: string, name: string): string {
  const subject = encodeURIComponent('Access to Pagecast');
  const body = encodeURIComponent(
    `Hello,\n\nI would like to use Pagecast.\n\nName: ${name}\nFacebook ID: ${facebookId}\n`,
  );
  return `mailto:${email}?subject=${subject}&body=${body}`;
}
