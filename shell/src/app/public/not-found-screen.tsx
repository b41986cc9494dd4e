import { SearchX } from 'lucide-react';
import { ButtonLink } from '../../kit/index.ts';
import { useTitle } from '../browser/use-title.ts';

export function NotFoundScreen() {
  useTitle('Page Not Found');
  return (
    <section className="mx-auto mt-[12dvh] flex max-w-md flex-col items-center gap-3 rounded-card border border-line bg-surface p-8 text-center">
      <SearchX aria-hidden className="size-8 stroke-1 text-ink-soft" />
      <h1 tabIndex={-1} className="text-xl font-semibold">
        Page Not Found
      </h1>
      <p className="text-ink-soft">Did you forget to add the page to the router?</p>
      <ButtonLink to="/" variant="primary" className="mt-2">
        Back to the dashboard
      </ButtonLink>
    </section>
  );
}
