import { useSyncExternalStore } from 'react';
import type { LinkProps, RouterSeam } from './host.tsx';

/** A router seam without a browser history, for tests and for a remote that runs alone. */
export function memoryRouter(initial: string): { seam: RouterSeam; address: () => string } {
  let address = initial;
  const listeners = new Set<() => void>();
  const go = (to: string) => {
    address = to.startsWith('?') ? `${address.split('?')[0]}${to}` : to;
    for (const listener of listeners) listener();
  };
  const useAddress = () =>
    useSyncExternalStore(
      (listener) => {
        listeners.add(listener);
        return () => {
          listeners.delete(listener);
        };
      },
      () => address,
    );
  const useLocation = () => {
    const [pathname = '/', search = ''] = useAddress().split('?');
    return { pathname, search: search === '' ? '' : `?${search}` };
  };

  const seam: RouterSeam = {
    Link: ({ to, replace: _, onClick, ...rest }: LinkProps) => (
      <a
        {...rest}
        href={to}
        onClick={(event) => {
          onClick?.(event);
          event.preventDefault();
          go(to);
        }}
      />
    ),
    useNavigate: () => go,
    useLocation,
    useSearch: () => {
      const { pathname, search } = useLocation();
      const values = new URLSearchParams(search);
      return [
        Object.fromEntries(values),
        (next) => {
          for (const [key, value] of Object.entries(next))
            value === null ? values.delete(key) : values.set(key, String(value));
          go(values.size === 0 ? pathname : `${pathname}?${values.toString()}`);
        },
      ];
    },
  };
  return { seam, address: () => address };
}
