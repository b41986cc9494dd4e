import type { FacebookPage } from '@pagecast/api/contract';
import { Field } from '../ui/field.tsx';
import { NativeSelect } from '../ui/inputs.tsx';

/** One of `pages`, by its row id as text; a page that is not among them cannot stay chosen. `id` lets others send the focus here. */
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
      <NativeSelect
        {...(id !== undefined && { id })}
        value={pages.some((page) => String(page.id) === value) ? value : ''}
        onChange={(event) => onValueChange(event.currentTarget.value)}
      >
        <option value="" disabled>
          Select a page
        </option>
        {pages.map((page) => (
          <option key={page.id} value={page.id}>
            {page.name}
          </option>
        ))}
      </NativeSelect>
    </Field>
  );
}
