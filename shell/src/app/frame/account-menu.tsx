import type { User } from '@pagecast/api/contract';
import { LogOut, Monitor, Moon, Settings, Sun } from 'lucide-react';
import { Avatar, Menu, MenuChoice, MenuItem, MenuLink, MenuSeparator } from '../../kit/index.ts';
import { nameOf, pictureOf } from '../session/session-query.ts';
import { useThemeChoice } from '../theme/use-theme-choice.ts';

export function AccountMenu({ user, onLogout }: { user: User; onLogout: () => void }) {
  const [theme, chooseTheme] = useThemeChoice();
  const name = nameOf(user);
  const trigger = (
    <button type="button" aria-label={`Account of ${name}`} className="inline-flex rounded-full pointer-coarse:p-1">
      <Avatar name={name} src={pictureOf(user)} />
    </button>
  );
  return (
    <Menu trigger={trigger}>
      <div className="px-2.5 py-1.5">
        <p className="font-medium">{name}</p>
        {user.email !== null && <p className="text-xs text-ink-soft">{user.email}</p>}
      </div>
      <MenuSeparator />
      <MenuChoice
        label="Theme"
        value={theme}
        onValueChange={chooseTheme}
        options={[
          { value: 'system', label: 'System', icon: <Monitor aria-hidden /> },
          { value: 'light', label: 'Light', icon: <Sun aria-hidden /> },
          { value: 'dark', label: 'Dark', icon: <Moon aria-hidden /> },
        ]}
      />
      <MenuSeparator />
      <MenuLink to="/settings" icon={<Settings aria-hidden />}>
        Settings
      </MenuLink>
      <MenuItem icon={<LogOut aria-hidden />} onSelect={onLogout}>
        Logout
      </MenuItem>
    </Menu>
  );
}
