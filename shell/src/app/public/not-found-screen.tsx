import { ADMIN_PATHS } from '@pagecast/api/contract';
import { SearchX, ShieldAlert } from 'lucide-react';
import { ButtonLink, useLocation, useUser } from '../../kit/index.ts';
import { useTitle } from '../browser/use-title.ts';

/** For an address that has no screen for this person. */
export function NotFoundScreen() {
  const { pathname } = useLocation();
  const { isAdmin } = useUser();
  const isForAdmins = !isAdmin && ADMIN_PATHS.some((path) => path === pathname.toLowerCase());
  const title = isForAdmins ? 'Administrators Only' : 'Page Not Found';
  const Icon = isForAdmins ? ShieldAlert : SearchX;
  useTitle(title);
  return (
    <section
      className={
        'mx-auto mt-[12dvh] flex max-w-md flex-col items-center gap-3 rounded-card border border-line bg-surface ' +
        'p-8 text-center'
      }
    >
      <Icon aria-hidden className="size-8 stroke-1 text-ink-soft" />
      <h1 tabIndex={-1} className="text-xl font-semibold">
        {title}
      </h1>
      <p className="text-ink-soft">
        {isForAdmins
          ? 'This page needs an administrator. Ask one to make you an administrator, or to do it for you.'
          : 'Did you forget to add the page to the router?'}
      </p>
      <ButtonLink to="/" variant="primary" className="mt-2">
        Back to the dashboard
      </ButtonLink>
    </section>
  );
}
