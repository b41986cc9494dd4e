import { Button, Field, TextArea, useCopy } from '@pagecast/shell/kit';
import { Copy, Undo2 } from 'lucide-react';
import { useState, type ComponentProps, type ReactNode, type Ref } from 'react';
import { characters } from './characters.ts';
import { FIELD_IDS } from './field-ids.ts';

/** The generated text, to be changed at will before it goes out. */
export function ResultEditor({
  value,
  onValueChange,
  onRestore,
  more,
  rewriting,
  claims,
}: {
  value: string;
  onValueChange: (text: string) => void;
  onRestore: (() => void) | null;
  /** Further buttons. */
  more: ReactNode;
  /** Has the AI change the text. */
  rewriting: ReactNode;
  /** What the text claims, shown in and below what is around its text area. */
  claims: (frame: HTMLElement) => ReactNode;
}) {
  const copy = useCopy();
  const [frame, setFrame] = useState<HTMLElement | null>(null);
  return (
    <div className="flex flex-col gap-2">
      <Field label="Generated content" hint={characters(value)}>
        <FramedTextArea
          frame={setFrame}
          id={FIELD_IDS.generated}
          autosize
          rows={8}
          className="max-h-[45dvh]"
          value={value}
          onChange={(event) => onValueChange(event.currentTarget.value)}
        />
      </Field>
      <div className="flex flex-wrap gap-2">
        <Button
          size="sm"
          icon={<Copy aria-hidden />}
          onClick={() => {
            void copy(value);
          }}
        >
          Copy
        </Button>
        {more}
        {onRestore !== null && (
          <Button size="sm" variant="ghost" icon={<Undo2 aria-hidden />} onClick={onRestore}>
            Previous version
          </Button>
        )}
      </div>
      {rewriting}
      {frame !== null && claims(frame)}
    </div>
  );
}

/** With room for what is drawn above the text. */
function FramedTextArea({ frame, ...rest }: ComponentProps<typeof TextArea> & { frame: Ref<HTMLDivElement> }) {
  return (
    <div ref={frame} className="relative flex">
      <TextArea {...rest} />
    </div>
  );
}
