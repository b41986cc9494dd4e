import type { RemoteRelease, User } from '@pagecast/api/contract';
import { Menu as MenuIcon, Shield } from 'lucide-react';
import { Avatar, Badge, IconButton } from '../../kit/index.ts';
import { Late } from '../../kit/runtime/late.tsx';
import { lazyPart } from '../../kit/runtime/lazy-part.tsx';
import { CommandLauncher } from '../commands/launcher.tsx';
import { Bell } from '../notifications/bell.tsx';
import { nameOf, pictureOf } from '../session/session-query.ts';
import { whenIdle } from '../browser/when-idle.ts';

// The menu's code is larger than the rest of the frame; the screen comes first.
const AccountMenu = lazyPart(async () => {
  await whenIdle();
  return (await import('./account-menu.tsx')).AccountMenu;
});

export function Header({
  user,
  registry,
  onMenu,
  onLogout,
}: {
  user: User;
  registry: readonly RemoteRelease[];
  onMenu: () => void;
  onLogout: () => void;
}) {
  return (
    <header className="@container shrink-0 border-b border-line bg-surface px-4 md:px-6">
      <div className="flex min-h-14 items-center gap-3 py-1 @max-[14rem]:flex-wrap @max-[28rem]:gap-1">
        <div className="md:hidden">
          <IconButton label="Open menu" icon={<MenuIcon aria-hidden />} onClick={onMenu} className="-ml-2" />
        </div>
        <div className="min-w-0 grow @max-[14rem]:order-last @max-[14rem]:basis-full">
          <p className="truncate leading-5 font-semibold @max-[18rem]:whitespace-normal">AI Social Media Manager</p>
          <p className="truncate text-xs text-ink-soft @max-[18rem]:whitespace-normal">Welcome back, {nameOf(user)}</p>
        </div>
        {user.isAdmin && (
          <Badge tone="accent" icon={<Shield aria-hidden />}>
            <span className="@max-[28rem]:sr-only">Admin</span>
          </Badge>
        )}
        <CommandLauncher registry={registry} onLogout={onLogout} />
        <Bell />
        <Late fallback={<Avatar name={nameOf(user)} src={pictureOf(user)} />}>
          <AccountMenu user={user} onLogout={onLogout} />
        </Late>
      </div>
    </header>
  );
}
