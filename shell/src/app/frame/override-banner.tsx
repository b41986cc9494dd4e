import type { RemoteRelease } from '@pagecast/api/contract';
import { FlaskConical } from 'lucide-react';

/** Loud, so that nobody takes what is on a developer's machine for the product. */
export function OverrideBanner({ registry }: { registry: readonly RemoteRelease[] }) {
  const overridden = registry.filter(({ override }) => override !== undefined);
  if (overridden.length === 0) return null;
  return (
    <section aria-label="Developer override" className="flex items-center gap-3 bg-warn-soft px-4 py-1.5 font-medium text-warn md:px-6">
      <FlaskConical aria-hidden className="size-4 shrink-0" />
      <p className="min-w-0 grow wrap-anywhere">Not the released product: {overridden.map(({ name, override }) => `${name} comes from ${override}`).join(', ')}.</p>
      <a href={location.pathname} className="inline-flex min-h-7 shrink-0 items-center rounded-control border border-current px-2.5 pointer-coarse:min-h-11">Stop</a>
    </section>
  );
}
