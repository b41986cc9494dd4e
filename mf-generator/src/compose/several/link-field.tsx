import { Field, TextInput } from '@pagecast/shell/kit';
import { isNoLink } from './read-composition.ts';

/** An address that stands below the text. */
export function LinkField({
  label,
  value,
  onValueChange,
}: {
  label: string;
  value: string;
  onValueChange: (value: string) => void;
}) {
  return (
    <Field label={label} hint="Goes below the text. Leave it empty for no link." className="w-full">
      <TextInput
        type="url"
        inputMode="url"
        value={value}
        maxLength={2000}
        placeholder="https://"
        aria-invalid={isNoLink(value) || undefined}
        onChange={(event) => onValueChange(event.currentTarget.value)}
      />
    </Field>
  );
}
