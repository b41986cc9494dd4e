import {
  CalendarClock,
  ChartColumn,
  Circle,
  Code,
  History,
  Image,
  Images,
  LayoutDashboard,
  PenLine,
  Settings,
  Shield,
  Sparkles,
  Users,
  Zap,
  type LucideIcon,
} from 'lucide-react';

/** Icons by the names that remotes give. All of lucide would be 300 kB; a name that is not here shows a plain mark. */
const ICONS: Readonly<Record<string, LucideIcon>> = {
  'calendar-clock': CalendarClock,
  'chart-column': ChartColumn,
  code: Code,
  history: History,
  image: Image,
  images: Images,
  'layout-dashboard': LayoutDashboard,
  'pen-line': PenLine,
  settings: Settings,
  shield: Shield,
  sparkles: Sparkles,
  users: Users,
  zap: Zap,
};

export function NavIcon({ name }: { name: string }) {
  const Icon = ICONS[name] ?? Circle;
  return <Icon aria-hidden className="size-5 shrink-0" />;
}
