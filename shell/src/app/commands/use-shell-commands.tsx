import { useHost } from '../../kit/index.ts';
import { useThemeChoice } from '../theme/use-theme-choice.ts';
import type { Command } from './area-commands.ts';

/** What the shell itself does. */
export function useShellCommands({ onList, onLogout }: { onList: () => void; onLogout: () => void }): Command[] {
  const { reconnect } = useHost();
  const [, chooseTheme] = useThemeChoice();
  return [
    { title: 'Keyboard shortcuts', keywords: 'keys help', shortcut: '?', run: onList },
    { title: 'Use the light theme', keywords: 'appearance colour mode', run: () => chooseTheme('light') },
    { title: 'Use the dark theme', keywords: 'appearance colour mode night', run: () => chooseTheme('dark') },
    { title: 'Use the theme of this device', keywords: 'appearance system', run: () => chooseTheme('system') },
    ...(reconnect === undefined
      ? []
      : [{ title: 'Reconnect your pages', keywords: 'facebook log in again repair', run: () => reconnect() }]),
    { title: 'Log out', keywords: 'logout sign out leave', run: onLogout },
  ];
}
