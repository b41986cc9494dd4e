import type { FacebookPage } from '@pagecast/api/contract';
import { lazyPart } from '../runtime/lazy-part.tsx';
import { Field } from '../ui/field.tsx';
import { LatePart } from '../ui/late-part.tsx';
import { Skeleton } from '../ui/screen-parts.tsx';
import type { PageComboboxProps } from './page-combobox.tsx';

const PageCombobox = /* @__PURE__ */ lazyPart(async () => (await import('./page-combobox.tsx')).PageCombobox);

/**
 * One of `pages`, by its row id as text; a page that is not among them cannot stay chosen. `id` lets others send the
 * focus here.
 */
export function PageSelect({
  id,
  pages,
  value,
  onValueChange,
}: {
  id?: string;
  pages: readonly FacebookPage[];
  value: string;
  onValueChange: (pageId: string) => void;
}) {
  return (
    <Field label="Facebook page">
      <LatePageCombobox
        {...(id !== undefined && { id })}
        pages={pages}
        value={pages.some((page) => String(page.id) === value) ? value : ''}
        none="Select a page"
        onValueChange={onValueChange}
      />
    </Field>
  );
}

/** Narrows something down to one of `pages`, or to all of them: ''. */
export function PageFilter(
  props: Pick<PageComboboxProps, 'pages' | 'value' | 'onValueChange' | 'shape' | 'className' | 'aria-label'>,
) {
  return <LatePageCombobox {...props} none="All pages" isOptional />;
}

const PLACES = {
  field: 'h-9 pointer-coarse:h-11',
  chip: 'h-8 w-28 rounded-full pointer-coarse:h-11',
  'filled-chip': 'h-8 w-56 max-w-full rounded-full pointer-coarse:h-11',
} as const;

/** Its code comes with the pages, and its place is kept. */
function LatePageCombobox(props: PageComboboxProps) {
  return (
    <LatePart name="The list of pages" fallback={<Skeleton className={PLACES[props.shape ?? 'field']} />}>
      <PageCombobox {...props} />
    </LatePart>
  );
}
