import { MAX_POSTS_PER_CYCLE, MIN_POSTS_PER_CYCLE } from '@pagecast/api/contract';
import { Field, TextInput } from '@pagecast/shell/kit';
import { useState } from 'react';
import { readContentCount } from './page-edits.ts';

/** A number from 1 to 10. What is no such number counts as 1, which shows when the field is left. */
export function ContentCountField({ value, onValueChange }: { value: number; onValueChange: (count: number) => void }) {
  const [text, setText] = useState(String(value));
  const [wasCorrected, setWasCorrected] = useState(false);
  // The number may change elsewhere: by a change of many pages, a discard, or another window.
  const shown = readContentCount(text) === value ? text : String(value);
  const leave = () => {
    setWasCorrected(shown.trim() !== String(value));
    setText(String(value));
  };
  return (
    <Field
      label="Posts per cycle"
      hint={
        wasCorrected
          ? `Set to 1. Enter a number from ${MIN_POSTS_PER_CYCLE} to ${MAX_POSTS_PER_CYCLE}.`
          : `${MIN_POSTS_PER_CYCLE} to ${MAX_POSTS_PER_CYCLE}`
      }
    >
      <TextInput
        type="number"
        inputMode="numeric"
        min={MIN_POSTS_PER_CYCLE}
        max={MAX_POSTS_PER_CYCLE}
        step={1}
        value={shown}
        onBlur={leave}
        onChange={({ currentTarget: { value: written } }) => {
          setText(written);
          setWasCorrected(false);
          onValueChange(readContentCount(written));
        }}
      />
    </Field>
  );
}
