import { Check, Clock } from 'lucide-react';
import type { ReactNode } from 'react';
import { Card } from './card.tsx';
import { ScreenHeading } from './screen-parts.tsx';

/** An area that is not there yet: what will be, and what people can do until then. No control that does nothing. */
export function Forthcoming({ title, subtitle, note, promises, meanwhile }: {
  title: string; subtitle: string; note?: ReactNode; promises: readonly string[]; meanwhile: ReactNode;
}) {
  return (
    <>
      <ScreenHeading title={title} subtitle={subtitle} />
      {note}
      <div className="grid items-start gap-4 lg:grid-cols-2">
        <Card title="Still to come" description="This area is being built. It will let you:">
          <ul className="flex flex-col gap-2.5">
            {promises.map((promise) => (
              <li key={promise} className="flex items-start gap-2.5"><Clock aria-hidden className="mt-0.5 size-4 shrink-0 text-ink-soft" />{promise}</li>
            ))}
          </ul>
        </Card>
        <Card title="What works today">
          <div className="flex items-start gap-2.5"><Check aria-hidden className="mt-0.5 size-4 shrink-0 text-ok" /><div className="flex flex-col items-start gap-4">{meanwhile}</div></div>
        </Card>
      </div>
    </>
  );
}
