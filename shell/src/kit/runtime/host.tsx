import type { Area, PathOf, User } from '@pagecast/api/contract';
import { createContext, useContext, type AnchorHTMLAttributes, type ComponentType, type ReactNode } from 'react';
import { PortalRoot } from './portal.tsx';
import { browserTimeZone, isTimeZone } from './time-zone.ts';

export interface Toast {
  tone: 'default' | 'destructive';
  title: string;
  description?: string;
  /**
   * One thing that can be done about it while it stands, such as Undo. A host of an earlier day leaves it out: never
   * the only way. `forMs`: it can be done for so long and no longer, whoever looks at the toast; the seconds are shown.
   */
  action?: { label: string; run: () => void; forMs?: number };
  /**
   * What the server answered, for whoever is asked for help. The host adds it by itself to what a failed write says.
   */
  details?: string;
}

export interface LinkProps extends Omit<AnchorHTMLAttributes<HTMLAnchorElement>, 'href'> {
  to: string;
  replace?: boolean;
  children?: ReactNode;
}

export type Search = Record<string, string>;
/**
 * Merges into the present search; null removes a key.
 * @param options.replace takes the place of the present address: what is typed letter by letter leaves no steps to go
 * back through
 */
export type SetSearch = (next: Record<string, string | number | null>, options?: { replace?: boolean }) => void;

/** The shell's router, lent: a guest never brings its own. */
export interface RouterSeam {
  Link: ComponentType<LinkProps>;
  useNavigate(): (to: string) => void;
  useLocation(): { pathname: string; search: string };
  useSearch(): [Search, SetSearch];
}

/** The one run-time seam between shell and remote. It grows by optional members; a breaking change raises `version`. */
export interface HostApi {
  readonly version: 1;
  readonly user: User;
  readonly router: RouterSeam;
  notify(toast: Toast): void;
  /** Offers to log in at Facebook again, which repairs every page at once and keeps what is scheduled. */
  reconnect?(): void;
}

/** Path -> screen. */
export type Remote = Record<string, ComponentType<{ host: HostApi }>>;

const Host = createContext<HostApi | null>(null);

export function HostProvider({ host, children }: { host: HostApi; children: ReactNode }) {
  return <Host value={host}>{children}</Host>;
}

declare global {
  /** In a remote's `remote.tsx` and `styles.css`: the name of its container, which its build makes of the package's. */
  const REMOTE_NAME: string;
}

/**
 * The whole surface of a remote. Each screen gets the remote's own context and root, because neither crosses the seam.
 */
export function defineRemote<A extends Area>(name: string, screens: Record<PathOf<A>, ComponentType>): Remote {
  return Object.fromEntries(
    Object.entries<ComponentType>(screens).map(([path, Screen]) => {
      const Guest = ({ host }: { host: HostApi }) => (
        <HostProvider host={host}>
          <PortalRoot name={name}>
            <Screen />
          </PortalRoot>
        </HostProvider>
      );
      return [path, Guest];
    }),
  );
}

export function useHost(): HostApi {
  const host = useContext(Host);
  if (host === null) throw new Error('This part needs a HostProvider above it');
  return host;
}

/**
 * The zone in which the person reads and plans: the one they chose, else that of their browser. Works on public pages
 * too.
 */
export function useTimeZone(): string {
  const chosen = useContext(Host)?.user.timeZone ?? null;
  return chosen !== null && isTimeZone(chosen) ? chosen : browserTimeZone();
}

export const useUser = (): User => useHost().user;
export const useNotify = (): HostApi['notify'] => useHost().notify;
export const useNavigate = (): ((to: string) => void) => useHost().router.useNavigate();
/** Works on public pages too, by loading the page. */
export function useAnyNavigate(): (to: string) => void {
  const useRouter = useContext(Host)?.router.useNavigate ?? usePageLoad;
  return useRouter();
}
const usePageLoad = () => (to: string) => location.assign(to);
/** Works on public pages too, where nobody is told. */
export const useAnyNotify = (): HostApi['notify'] => useContext(Host)?.notify ?? tellNobody;
const tellNobody = () => {};
export const useLocation = (): { pathname: string; search: string } => useHost().router.useLocation();
export const useSearch = (): [Search, SetSearch] => useHost().router.useSearch();

export function Link(props: LinkProps) {
  const { Link: HostLink } = useHost().router;
  return <HostLink {...props} />;
}
