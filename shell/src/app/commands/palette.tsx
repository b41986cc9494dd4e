import { Autocomplete } from '@base-ui/react/autocomplete';
import { Dialog } from '@base-ui/react/dialog';
import { Search } from 'lucide-react';
import { useCloseOnBack } from '../../kit/runtime/use-leave-guard.ts';
import { NavIcon } from '../remotes/nav-icon.tsx';
import type { Command } from './area-commands.ts';
import { Keys } from './keys.tsx';
import { useFoundPosts } from './use-found-posts.ts';
import { usePageCommands } from './use-page-commands.ts';
import { useShellCommands } from './use-shell-commands.tsx';

interface Group {
  readonly label: string;
  readonly items: readonly Command[];
}

const MOST_OF_A_GROUP = 8;

interface PaletteProps {
  areas: readonly Command[];
  given: readonly Command[];
  /** What was typed, also before the window was there. */
  query: string;
  onQuery: (query: string) => void;
  onClose: () => void;
  onList: () => void;
  onLogout: () => void;
}

/** One field that finds areas, actions, pages and posts, and does what is chosen. */
export function Palette({ areas, given, query, onQuery, onClose, onList, onLogout }: PaletteProps) {
  const posts = useFoundPosts(query);
  const actions = [...given, ...useShellCommands({ onList, onLogout })];
  const pages = usePageCommands();
  const groups = [
    found('Areas', areas, query),
    found('Actions', actions, query),
    found('Pages', query.trim() === '' ? [] : pages, query),
    { label: 'Posts', items: posts.found },
  ].filter(({ items }) => items.length > 0);
  useCloseOnBack(true, onClose);
  const choose = (command: Command) => {
    onClose();
    command.run();
  };

  return (
    <Dialog.Root open onOpenChange={(open) => !open && onClose()}>
      <Dialog.Portal>
        <Dialog.Backdrop className="fixed inset-0 z-50 bg-black/45" />
        <Dialog.Popup
          aria-label="Search and commands"
          className={
            'fixed inset-x-3 top-[max(0.75rem,8dvh)] z-50 mx-auto flex max-h-[min(32rem,80dvh)] max-w-xl ' +
            'flex-col rounded-card border border-line bg-surface text-ink shadow-float outline-none'
          }
        >
          <Autocomplete.Root
            inline
            open
            mode="none"
            autoHighlight="always"
            keepHighlight
            items={groups}
            value={query}
            onValueChange={onQuery}
            itemToStringValue={({ title }: Command) => title}
          >
            <SearchLine />
            <Autocomplete.Status className="px-4 text-sm text-ink-soft not-empty:py-2">
              {posts.says ?? (groups.length === 0 ? 'No matches. Try other words.' : null)}
            </Autocomplete.Status>
            <FoundList onChoose={choose} />
          </Autocomplete.Root>
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

function SearchLine() {
  return (
    <div className="flex shrink-0 items-center gap-2 border-b border-line px-4 text-ink-soft">
      <Search aria-hidden className="size-4 shrink-0" />
      <Autocomplete.Input
        aria-label="Search areas, actions, pages and posts"
        placeholder="Search areas, pages and posts"
        spellCheck={false}
        autoComplete="off"
        maxLength={100}
        className="h-12 min-w-0 grow bg-transparent text-base text-ink outline-none sm:text-sm"
      />
      <Dialog.Close className="rounded-control px-2 py-1 text-xs hover:bg-sunken pointer-coarse:min-h-11">
        Close
      </Dialog.Close>
    </div>
  );
}

function FoundList({ onChoose }: { onChoose: (command: Command) => void }) {
  return (
    <Autocomplete.List className="min-h-0 overflow-y-auto overscroll-contain p-2 data-empty:p-0">
      {(group: Group) => (
        <Autocomplete.Group key={group.label} items={group.items} className="mb-2 last:mb-0">
          <Autocomplete.GroupLabel className="px-2 py-1 text-xs font-medium text-ink-soft">
            {group.label}
          </Autocomplete.GroupLabel>
          <Autocomplete.Collection>
            {(item: Command, index: number) => (
              <Row key={`${group.label} ${index} ${item.title}`} command={item} onChoose={onChoose} />
            )}
          </Autocomplete.Collection>
        </Autocomplete.Group>
      )}
    </Autocomplete.List>
  );
}

function Row({ command, onChoose }: { command: Command; onChoose: (command: Command) => void }) {
  return (
    <Autocomplete.Item
      value={command}
      onClick={() => onChoose(command)}
      className={
        'flex min-h-9 cursor-pointer items-center gap-3 rounded-md px-2 py-1 text-sm outline-none ' +
        'data-highlighted:bg-accent-soft pointer-coarse:min-h-11 [&_svg]:size-4 [&_svg]:text-ink-soft'
      }
    >
      {command.entry !== undefined && <NavIcon entry={command.entry} />}
      <span className="min-w-0 grow">
        <span className="block truncate">{command.title}</span>
        {command.detail !== undefined && <span className="block truncate text-xs text-ink-soft">{command.detail}</span>}
      </span>
      {command.shortcut !== undefined && <Keys of={command.shortcut} />}
    </Autocomplete.Item>
  );
}

function found(label: string, items: readonly Command[], query: string): Group {
  return { label, items: items.filter((item) => isFound(item, query)).slice(0, MOST_OF_A_GROUP) };
}

/** Every word that was typed has to be in it, in any order. */
function isFound({ title, keywords = '' }: Command, query: string): boolean {
  const text = plain(`${title} ${keywords}`);
  return plain(query)
    .split(/\s+/)
    .every((word) => text.includes(word));
}

const plain = (text: string) => text.normalize('NFD').replace(/\p{M}/gu, '').trim().toLowerCase();
