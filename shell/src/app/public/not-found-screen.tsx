import { Link } from 'react-router';
import { useTitle } from '../frame/use-title.ts';

export function NotFoundScreen() {
  useTitle('Page Not Found');
  return (
    <section className="mx-auto mt-10 flex max-w-md flex-col items-center gap-3 rounded-card border border-line bg-surface p-8 text-center">
      <h1 tabIndex={-1} className="text-xl font-semibold">Page Not Found</h1>
      <p className="text-ink-soft">Did you forget to add the page to the router?</p>
      <Link to="/" className="font-medium text-accent underline underline-offset-2">Back to the dashboard</Link>
    </section>
  );
}
