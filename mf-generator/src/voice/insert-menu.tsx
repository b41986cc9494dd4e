import { readPageVoice } from '@pagecast/api/contract';
import { apiQuery, Button, Menu, MenuGroup, MenuItem, MenuLink, useNotify } from '@pagecast/shell/kit';
import { useQuery } from '@tanstack/react-query';
import { Hash, PenLine, TextQuote } from 'lucide-react';
import type { ReactNode } from 'react';
import { flushSync } from 'react-dom';
import { fillSnippet, insertAt } from './fill-snippet.ts';

/** Puts hashtag sets and snippets of the page into the text, where the caret is. */
export function InsertMenu({
  pageId,
  areaId,
  value,
  onValueChange,
}: {
  pageId: number;
  areaId: string;
  value: string;
  onValueChange: (text: string) => void;
}) {
  const notify = useNotify();
  const { data } = useQuery(apiQuery(readPageVoice, { params: { id: pageId } }));
  if (data === undefined) return null;
  const { hashtagSets, snippets, variables } = data.voice;

  function handleInsert(part: string): void {
    const { text, missing } = fillSnippet(part, variables);
    const area = document.getElementById(areaId);
    const at = area instanceof HTMLTextAreaElement ? area.selectionEnd : value.length;
    const next = insertAt(value, at, text);
    flushSync(() => onValueChange(next.text));
    if (area instanceof HTMLTextAreaElement) area.setSelectionRange(next.caret, next.caret);
    const [first] = missing;
    if (first !== undefined)
      notify({
        tone: 'destructive',
        title: 'A variable has no value',
        description: `Give {${first}} a value in the page voice, or write it into the text.`,
      });
  }

  return (
    <Menu
      align="start"
      trigger={
        <Button size="sm" icon={<TextQuote aria-hidden />}>
          Insert
        </Button>
      }
    >
      <Parts
        label="Hashtag sets"
        parts={hashtagSets.map(({ name, tags }) => ({ name, text: tags }))}
        icon={<Hash aria-hidden />}
        onInsert={handleInsert}
      />
      <Parts label="Snippets" parts={snippets} icon={<TextQuote aria-hidden />} onInsert={handleInsert} />
      <MenuLink icon={<PenLine aria-hidden />} to={`/content-generator/voice?page=${pageId}`}>
        {hashtagSets.length + snippets.length === 0 ? 'Add hashtag sets and snippets' : 'Edit page voice'}
      </MenuLink>
    </Menu>
  );
}

function Parts({
  label,
  parts,
  icon,
  onInsert,
}: {
  label: string;
  parts: readonly { name: string; text: string }[];
  icon: ReactNode;
  onInsert: (text: string) => void;
}) {
  if (parts.length === 0) return null;
  return (
    <MenuGroup label={label}>
      {parts.map(({ name, text }) => (
        <MenuItem key={name} icon={icon} onSelect={() => onInsert(text)}>
          {name}
        </MenuItem>
      ))}
    </MenuGroup>
  );
}
