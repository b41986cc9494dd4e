import { LatePart, lazyPart } from '@pagecast/shell/kit';
import type { ComponentProps } from 'react';
import { textIn } from '../drafts/draft.ts';

const Rewriting = /* @__PURE__ */ lazyPart(async () => (await import('./rewriting/rewriting.tsx')).Rewriting);

/** Where there is a text, the AI can change it. */
export function RewritingFor(props: ComponentProps<typeof Rewriting>) {
  if (textIn(props.draft, props.field).text.trim() === '') return null;
  return (
    <LatePart name="Rewrite">
      <Rewriting {...props} />
    </LatePart>
  );
}
