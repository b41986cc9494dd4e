import { Field } from './field.tsx';
import { NativeSelect } from './inputs.tsx';

/** A labelled native select. With a `placeholder` there may be no choice yet: its value is ''. */
export function ChoiceField<Value extends string>({
  label,
  value,
  onValueChange,
  options,
  placeholder,
  nameOf = (option) => option,
  id,
  className,
}: {
  label: string;
  value: Value | '';
  onValueChange: (value: Value) => void;
  options: readonly Value[];
  placeholder?: string;
  nameOf?: (value: Value) => string;
  id?: string;
  className?: string;
}) {
  return (
    <Field label={label} {...(className !== undefined && { className })}>
      <NativeSelect id={id} value={value} onChange={(event) => onValueChange(event.currentTarget.value as Value)}>
        {placeholder !== undefined && (
          <option value="" disabled>
            {placeholder}
          </option>
        )}
        {options.map((option) => (
          <option key={option} value={option}>
            {nameOf(option)}
          </option>
        ))}
      </NativeSelect>
    </Field>
  );
}
