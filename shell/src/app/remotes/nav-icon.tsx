import { PATH_DATA, type NavEntry } from '@pagecast/api/contract';
import {
  CalendarClock,
  Circle,
  History,
  Images,
  LayoutDashboard,
  PenLine,
  Settings,
  Shield,
  Sparkles,
  type LucideIcon,
} from 'lucide-react';

/** For the shell's own entry, and for releases from before entries brought their icons, by the names that they give. */
const ICONS: Readonly<Record<string, LucideIcon>> = Object.assign(Object.create(null), {
  'calendar-clock': CalendarClock,
  history: History,
  images: Images,
  'layout-dashboard': LayoutDashboard,
  'pen-line': PenLine,
  settings: Settings,
  shield: Shield,
  sparkles: Sparkles,
});

/**
 * The icon that an entry brings, or the one that it names; a plain mark where there is neither, or one that cannot be
 * drawn.
 */
export function NavIcon({ entry: { icon, iconPath } }: { entry: Pick<NavEntry, 'icon' | 'iconPath'> }) {
  const Icon = ICONS[icon] ?? Circle;
  if (typeof iconPath !== 'string' || !PATH_DATA.test(iconPath))
    return <Icon aria-hidden className="size-5 shrink-0" />;
  return (
    <svg
      aria-hidden
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth={2}
      strokeLinecap="round"
      strokeLinejoin="round"
      className="size-5 shrink-0"
    >
      <path d={iconPath} />
    </svg>
  );
}
