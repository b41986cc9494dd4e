import { ArrowRight, Hammer } from 'lucide-react';
import { Badge } from './badge.tsx';
import { Card } from './card.tsx';
import { Link } from './host.tsx';
import { ScreenHeading } from './screen-parts.tsx';

/** An area that is not built yet says so: what it will do, and where the same can be done today. */
export function ComingScreen({ title, subtitle, lead, coming, meanwhile }: {
  title: string; subtitle: string;
  /** One sentence on where the area stands. */
  lead: string;
  coming: readonly string[];
  meanwhile: readonly { to: string; label: string; text: string }[];
}) {
  return (
    <>
      <ScreenHeading title={title} subtitle={subtitle} badge={<Badge tone="warn" icon={<Hammer aria-hidden />}>Still to come</Badge>} />
      <div className="grid items-start gap-4 lg:grid-cols-2">
        <Card title="What this area will do" description={lead}>
          <ul className="flex max-w-[72ch] list-disc flex-col gap-2 pl-5 marker:text-ink-soft">
            {coming.map((sentence) => <li key={sentence}>{sentence}</li>)}
          </ul>
        </Card>
        <Card title="What works today">
          <ul className="-my-3 divide-y divide-line">
            {meanwhile.map(({ to, label, text }) => (
              <li key={to}>
                <Link to={to} className="group -mx-2 flex items-center justify-between gap-4 rounded-control px-2 py-3 hover:bg-sunken">
                  <span>
                    <span className="block font-medium text-accent">{label}</span>
                    <span className="block text-ink-soft">{text}</span>
                  </span>
                  <ArrowRight aria-hidden className="size-4 shrink-0 text-ink-soft" />
                </Link>
              </li>
            ))}
          </ul>
        </Card>
      </div>
    </>
  );
}
