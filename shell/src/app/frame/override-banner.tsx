import type { RemoteRelease } from '@pagecast/api/contract';
import { FlaskConical } from 'lucide-react';
import { useEffect } from 'react';
import { useLocation } from '../../kit/index.ts';
import { forgetOverrides } from '../remotes/confirmed-overrides.ts';
import { StopBanner } from '../preview/stop-banner.tsx';
import { withoutOverrides } from './override-address.ts';

/** Loud, so that nobody takes what is on a developer's machine for the product. */
export function OverrideBanner({
  registry,
  refused,
}: {
  registry: readonly RemoteRelease[];
  refused: readonly string[];
}) {
  const active = registry.filter(({ override }) => override !== undefined);
  return active.length === 0 && refused.length === 0 ? null : <Standing active={active} refused={refused} />;
}

function Standing({ active, refused }: { active: readonly RemoteRelease[]; refused: readonly string[] }) {
  useKeptOverrides(active);
  const origins = active.map(({ name, override }) => `${name} comes from ${override}`).join(', ');
  return (
    <StopBanner
      label="Developer override"
      icon={<FlaskConical aria-hidden />}
      stopAt={withoutOverrides()}
      onStop={forgetOverrides}
      lines={[...(active.length > 0 ? [`This isn't the released product: ${origins}.`] : []), ...refused]}
    />
  );
}

/**
 * The address says what is shown, on every screen and after a reload. The router need not know: screens do not see it.
 */
function useKeptOverrides(active: readonly RemoteRelease[]): void {
  const { pathname, search } = useLocation();
  useEffect(() => {
    const address = new URL(location.href);
    const kept = active.filter(({ name }) => !address.searchParams.has(`mf.${name}`));
    for (const { name, manifestUrl } of kept) address.searchParams.set(`mf.${name}`, manifestUrl);
    if (kept.length > 0) history.replaceState(history.state, '', address);
  }, [active, pathname, search]);
}
