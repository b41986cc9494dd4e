import { LoginButton } from '../facebook/login-button.tsx';
import { CenteredCard } from '../public/centered-card.tsx';
import { LegalLinks } from '../public/legal-links.tsx';

export function LoginCard() {
  return (
    <CenteredCard title="Authentication Required" footer={<LegalLinks />}>
      <p className="text-ink-soft">Please log in with Facebook to manage your pages.</p>
      <LoginButton />
    </CenteredCard>
  );
}
