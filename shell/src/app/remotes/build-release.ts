import { CONTRACT_VERSION, type RemoteRelease } from '@pagecast/api/contract';

/** For tests: a valid release; a test names only what matters to it. */
export function buildRelease(part: Partial<RemoteRelease> = {}): RemoteRelease {
  const name = part.name ?? 'mf_history';
  return {
    name,
    version: '2',
    manifestUrl: `/remotes/${name}/2/mf-manifest.json`,
    integrity: { manifest: 'sha384-manifest2', entry: 'sha384-entry2' },
    contract: CONTRACT_VERSION,
    paths: ['/history'],
    nav: [{ to: '/history', label: 'Post History', icon: 'history', order: 60 }],
    previous: null,
    ...part,
  };
}

/** The release before that of `buildRelease`. */
export const previousRelease = {
  version: '1',
  manifestUrl: '/remotes/mf_history/1/mf-manifest.json',
  integrity: { manifest: 'sha384-manifest1', entry: 'sha384-entry1' },
};

/** The area of posts, with both entries of the sidebar. */
export const historyRelease = (paths: string[]) =>
  buildRelease({
    paths,
    nav: [
      { to: '/history', label: 'Post History', icon: 'history', order: 60 },
      { to: '/scheduled', label: 'Scheduled Posts', icon: 'calendar-clock', order: 50 },
    ],
  });

export const adminRelease = buildRelease({
  name: 'mf_admin',
  paths: ['/admin', '/admin-panel'],
  nav: [{ to: '/admin', label: 'Admin Panel', icon: 'shield', order: 80 }],
});
