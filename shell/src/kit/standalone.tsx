import type { User } from '@pagecast/api/contract';
import { QueryClientProvider } from '@tanstack/react-query';
import { createRoot } from 'react-dom/client';
import type { HostApi, Remote } from './runtime/host.tsx';
import { memoryRouter } from './runtime/memory-router.tsx';
import { plainQueryClient } from './runtime/query-client.ts';
import './standalone.css';

const USER: User = { id: '1', firstName: 'Dev', lastName: 'User', email: null, isAdmin: true };

/** Runs one remote without the shell, for work on its screens. Calls go to the API behind the development server. */
export function runAlone(remote: Remote): void {
  const paths = Object.keys(remote);
  const { seam } = memoryRouter(paths.find((path) => path === location.pathname) ?? paths[0] ?? '/');
  const host: HostApi = {
    version: 1,
    user: USER,
    router: seam,
    notify: ({ tone, title, description }) => {
      console.info(`[toast: ${tone}] ${title}`, description ?? '');
    },
  };
  const element = document.body.appendChild(document.createElement('main'));
  createRoot(element).render(
    <QueryClientProvider client={plainQueryClient()}>
      <Alone remote={remote} host={host} />
    </QueryClientProvider>,
  );
}

function Alone({ remote, host }: { remote: Remote; host: HostApi }) {
  const { pathname } = host.router.useLocation();
  const Screen = remote[pathname];
  const { Link } = host.router;
  return (
    <div className="mx-auto max-w-[1200px] p-6">
      <nav aria-label="Screens of this remote">
        {Object.keys(remote).map((path) => (
          <Link key={path} to={path}>
            {path}{' '}
          </Link>
        ))}
      </nav>
      {Screen === undefined ? <p>This remote has no screen for {pathname}.</p> : <Screen host={host} />}
    </div>
  );
}
