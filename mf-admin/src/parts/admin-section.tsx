import { Card } from '@pagecast/shell/kit';
import type { ReactNode } from 'react';

/** One concern of the panel, as its folder describes it. */
export interface Section {
  /** What the navigation and other places link to. */
  readonly id: string;
  readonly title: string;
  readonly Card: () => ReactNode;
}

/** The card of a section. The margin keeps the heading clear of the header. */
export function AdminSection({
  of: { id, title },
  description,
  actions,
  children,
}: {
  of: Section;
  description: ReactNode;
  actions?: ReactNode;
  children: ReactNode;
}) {
  return (
    <div id={id} className="scroll-mt-2">
      <Card title={title} description={description} {...(actions !== undefined && { actions })}>
        {children}
      </Card>
    </div>
  );
}
