import { CircleCheck } from 'lucide-react';
import { LoginButton } from './login-button.tsx';
import { CenteredCard } from '../frame/centered-card.tsx';
import { LegalLinks } from '../frame/legal-links.tsx';
import { deletionCode } from '../session/deletion-code.ts';
import { invitationCode } from './invitation-code.ts';

export function LoginCard() {
  const code = deletionCode.read();
  return (
    <CenteredCard title="Authentication Required" footer={<LegalLinks />}>
      {code !== null && <Deleted code={code} />}
      <p className="text-ink-soft">
        {invitationCode(location.search) === null
          ? 'Please log in with Facebook to manage your pages.'
          : "You were invited to Pagecast. Please log in with Facebook. We'll enter your invitation code for you."}
      </p>
      <LoginButton />
    </CenteredCard>
  );
}

/** What a person whose account is gone takes with them. */
function Deleted({ code }: { code: string }) {
  return (
    <section
      aria-label="Your account was deleted"
      className="flex items-start gap-3 rounded-control bg-ok-soft p-4 text-left"
    >
      <CircleCheck aria-hidden className="mt-0.5 size-4 shrink-0 text-ok" />
      <p className="min-w-0">
        Your account and all its data are deleted. Your confirmation code is{' '}
        <strong className="font-mono font-medium wrap-anywhere select-all">{code}</strong>.{' '}
        <a
          href={`/user-data-deletion?code=${encodeURIComponent(code)}`}
          target="_blank"
          rel="noreferrer"
          className="font-medium text-accent underline underline-offset-2"
        >
          See the receipt
        </a>
      </p>
    </section>
  );
}
