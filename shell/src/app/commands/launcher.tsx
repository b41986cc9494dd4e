import type { RemoteRelease } from '@pagecast/api/contract';
import { Search } from 'lucide-react';
import { useState } from 'react';
import { IconButton, useNavigate, useUser } from '../../kit/index.ts';
import { LateWindow } from '../../kit/runtime/late-window.tsx';
import { lazyPart } from '../../kit/runtime/lazy-part.tsx';
import { useReadyWhenIdle } from '../browser/use-ready-when-idle.ts';
import { areaCommands } from './area-commands.ts';
import { useEarlyLetters } from './use-early-letters.ts';
import { useShortcuts } from './use-shortcuts.ts';

const Palette = lazyPart(async () => (await import('./palette.tsx')).Palette);
const ShortcutList = lazyPart(async () => (await import('./shortcut-list.tsx')).ShortcutList);

/** The button that opens the palette, and the keys of the whole page. What they open comes with its first use. */
export function CommandLauncher({ registry, onLogout }: { registry: readonly RemoteRelease[]; onLogout: () => void }) {
  const [open, setOpen] = useState<'palette' | 'list' | null>(null);
  const [query, setQuery] = useState('');
  const go = useNavigate();
  const { isAdmin } = useUser();
  const commands = () => areaCommands(registry, { isAdmin, go });
  const close = () => setOpen(null);
  const openPalette = () => {
    setQuery('');
    setOpen('palette');
  };
  useReadyWhenIdle(Palette);
  useEarlyLetters(open === 'palette', { change: setQuery, close });
  useShortcuts({
    palette: openPalette,
    list: () => setOpen((now) => now ?? 'list'),
    letters(keys) {
      // What is typed before the window is there is meant for it.
      if (open !== null) return false;
      const found = commands().given.find(({ shortcut }) => shortcut === keys);
      found?.run();
      return found !== undefined;
    },
  });
  return (
    <>
      <IconButton
        label="Search and commands"
        icon={<Search aria-hidden />}
        aria-haspopup="dialog"
        aria-keyshortcuts="Control+K Meta+K"
        onPointerEnter={() => Palette.preload()}
        onFocus={() => Palette.preload()}
        onClick={openPalette}
      />
      {open === 'palette' && (
        <LateWindow onClose={close}>
          <Palette
            {...commands()}
            query={query}
            onQuery={setQuery}
            onClose={close}
            onList={() => setOpen('list')}
            onLogout={onLogout}
          />
        </LateWindow>
      )}
      {open === 'list' && (
        <LateWindow onClose={close}>
          <ShortcutList commands={commands().given} onClose={close} />
        </LateWindow>
      )}
    </>
  );
}
