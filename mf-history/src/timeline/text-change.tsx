import { TextChanges } from '@pagecast/shell/kit';

/** What an edit took out of a text and put in, where it happened. */
export function TextChange({ before, after }: { before: string; after: string }) {
  return (
    <p className="rounded-control bg-sunken px-3 py-2 wrap-anywhere whitespace-pre-wrap">
      <TextChanges before={before} after={after} />
    </p>
  );
}
