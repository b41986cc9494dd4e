import { DISCLOSURE_MAX_LENGTH, DISCLOSURES, type PageConfiguration } from '@pagecast/api/contract';
import { Button, Field, Switch, TextInput } from '@pagecast/shell/kit';
import { useId, useState } from 'react';

const LANGUAGES = ['English', 'Bahasa Melayu'] as const;

/** The line below posts that nobody reviewed. Switching it on offers one in the page's language. */
export function DisclosureField({
  page: { language },
  line,
  onChange,
}: {
  page: PageConfiguration;
  line: string;
  onChange: (line: string) => void;
}) {
  const hint = useId();
  // A line that is cleared to be written anew keeps its field.
  const [isOpen, setIsOpen] = useState(false);
  const isOn = isOpen || line !== '';
  const offered = DISCLOSURES[language === 'Bahasa Melayu' ? 'Bahasa Melayu' : 'English'];
  return (
    <div className="flex flex-col gap-2">
      <div className="flex flex-col gap-1">
        <Switch
          label="Add an AI disclosure line"
          checked={isOn}
          onCheckedChange={(next) => {
            setIsOpen(next);
            onChange(next ? offered : '');
          }}
          aria-describedby={hint}
        />
        <p id={hint} className="text-xs text-ink-soft">
          Adds a line below each post that's published without a person's review. Posts that you approve don't get it.
        </p>
      </div>
      {isOn && (
        <>
          <Field label="Line below the post">
            <TextInput
              maxLength={DISCLOSURE_MAX_LENGTH}
              value={line}
              onChange={({ currentTarget }) => {
                setIsOpen(true);
                onChange(currentTarget.value);
              }}
            />
          </Field>
          <div className="flex flex-wrap gap-2">
            {LANGUAGES.map((one) => (
              <Button
                key={one}
                size="sm"
                // A disabled button would lose the focus with its press.
                aria-disabled={line === DISCLOSURES[one]}
                className="aria-disabled:opacity-50"
                onClick={() => onChange(DISCLOSURES[one])}
              >
                Use the {one} line
              </Button>
            ))}
          </div>
        </>
      )}
    </div>
  );
}
