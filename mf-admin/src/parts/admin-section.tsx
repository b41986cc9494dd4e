import { Card } from '@pagecast/shell/kit';
import type { ReactNode } from 'react';

/**
 * One concern of the panel. Its id is what the navigation links to; the margin keeps the heading clear of the header.
 */
export function AdminSection({
  id,
  title,
  description,
  actions,
  children,
}: {
  id: string;
  title: string;
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
