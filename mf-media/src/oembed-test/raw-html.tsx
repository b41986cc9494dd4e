import { Button, Card, TextArea, useCopy } from '@pagecast/shell/kit';
import { Copy } from 'lucide-react';

/** The HTML as text, to be put on another site. */
export function RawHtml({ html }: { html: string }) {
  const copy = useCopy();
  return (
    <Card
      title="Raw HTML"
      actions={
        <Button size="sm" icon={<Copy aria-hidden />} onClick={() => copy(html)}>
          Copy
        </Button>
      }
    >
      <TextArea aria-label="HTML of the embed" readOnly rows={6} value={html} className="bg-sunken font-mono text-xs" />
    </Card>
  );
}
