import type { RemoteRelease } from '@pagecast/api/contract';
import { Search } from 'lucide-react';
import { useState } from 'react';
import { IconButton, useNavigate, useUser } from '../../kit/index.ts';
import { Late } from '../../kit/runtime/late.tsx';
import { lazyPart } from '../../kit/runtime/lazy-part.tsx';
import { areaCommands } from './area-commands.ts';
import { useShortcuts } from './use-shortcuts.ts';

const Palette = lazyPart(async () => (await import('./palette.tsx')).Palette);
const ShortcutList = lazyPart(async () => (await import('./shortcut-list.tsx')).ShortcutList);

/** The button that opens the palette, and the keys of the whole page. What they open comes with its first use. */
export function CommandLauncher({ registry, onLogout }: { registry: readonly RemoteRelease[]; onLogout: () => void }) {
  const [open, setOpen] = useState<'palette' | 'list' | null>(null);
  const go = useNavigate();
  const { isAdmin } = useUser();
  const commands = () => areaCommands(registry, { isAdmin, go });
  useShortcuts({
    palette: () => setOpen('palette'),
    list: () => setOpen((now) => now ?? 'list'),
    letters(keys) {
      // What is typed before the window is there is meant for it.
      if (open !== null) return false;
      const found = commands().given.find(({ shortcut }) => shortcut === keys);
      found?.run();
      return found !== undefined;
    },
  });
  const close = () => setOpen(null);
  return (
    <>
      <IconButton
        label="Search and commands"
        icon={<Search aria-hidden />}
        aria-haspopup="dialog"
        aria-keyshortcuts="Control+K Meta+K"
        onPointerEnter={() => Palette.preload()}
        onFocus={() => Palette.preload()}
        onClick={() => setOpen('palette')}
      />
      {open === 'palette' && (
        <Late>
          <Palette {...commands()} onClose={close} onList={() => setOpen('list')} onLogout={onLogout} />
        </Late>
      )}
      {open === 'list' && (
        <Late>
          <ShortcutList commands={commands().given} onClose={close} />
        </Late>
      )}
    </>
  );
}
