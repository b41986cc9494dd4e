import type { RemoteRelease } from '@pagecast/api/contract';
import { FlaskConical } from 'lucide-react';
import { useEffect } from 'react';
import { useLocation } from '../../kit/index.ts';
import { forgetOverrides } from '../remotes/confirmed-overrides.ts';
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
  return (
    <section
      aria-label="Developer override"
      className="flex items-start gap-3 bg-warn px-4 py-2 font-medium text-warn-soft md:px-6"
    >
      <FlaskConical aria-hidden className="mt-1.5 size-4 shrink-0" />
      <ul className="min-w-0 grow py-1 wrap-anywhere">
        {active.length > 0 && (
          <li>
            This isn't the released product:{' '}
            {active.map(({ name, override }) => `${name} comes from ${override}`).join(', ')}.
          </li>
        )}
        {refused.map((words) => (
          <li key={words}>{words}</li>
        ))}
      </ul>
      {/* A page of its own, so that nothing of the override is left. */}
      <a
        href={withoutOverrides()}
        onClick={forgetOverrides}
        className={
          'inline-flex min-h-7 shrink-0 items-center rounded-control border border-current px-2.5 ' +
          'pointer-coarse:min-h-11'
        }
      >
        Stop
      </a>
    </section>
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
