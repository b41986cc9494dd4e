import type { ChangedKit } from './breaking-kit.ts';

const HOST = 'runtime/host.tsx';
const INDEX = 'index.ts';

export const HARMLESS_KIT: readonly ChangedKit[] = [
  { name: 'there is an export more', file: INDEX, from: '{ Card }', to: '{ Card, Card as Panel }' },
  {
    name: 'an export that nobody imports is gone',
    file: INDEX,
    from: "export { Avatar } from './ui/avatar.tsx';",
    to: '',
  },
  {
    name: 'an export that nobody imports has another name',
    file: INDEX,
    from: '{ AlertDialog, ConfirmDialog }',
    to: '{ AlertDialog as Alert, ConfirmDialog }',
  },
  { name: 'a part lies in another file', file: 'ui/badge.tsx', from: "from './cn.ts'", to: "from '../ui/cn.ts'" },
  {
    name: 'there is a prop more that may be left out',
    file: 'ui/pager.tsx',
    from: '  pages: number;',
    to: '  pages: number;\n  total?: number;',
  },
  { name: 'a prop may be left out', file: 'ui/pager.tsx', from: 'current: number;', to: 'current?: number;' },
  { name: 'a prop takes a value more', file: 'ui/button.tsx', from: " | 'ghost'", to: " | 'ghost' | 'quiet'" },
  {
    name: 'a prop takes another type as well',
    file: 'ui/pager.tsx',
    from: 'pages: number;',
    to: 'pages: number | string;',
  },
  {
    name: 'a callback hands over more',
    file: 'ui/pager.tsx',
    from: '(pageNumber: number) => void',
    to: '(pageNumber: number, from: number) => void',
  },
  { name: 'a type inside has another name', file: 'ui/button.tsx', from: 'Variant', to: 'Look' },
  {
    name: 'an interface becomes a type',
    file: 'ui/button.tsx',
    from: 'interface Styles {\n  variant?: Variant;\n  size?: Size;\n  icon?: ReactNode;\n}',
    to: 'type Styles = { icon?: ReactNode; size?: Size } & { variant?: Variant };',
  },
  {
    name: 'props are in another order',
    file: 'ui/badge.tsx',
    from: '  tone?: Tone;\n  icon?: ReactNode;',
    to: '  icon?: ReactNode;\n  tone?: Tone;',
  },
  {
    name: 'comments change',
    file: 'ui/pager.tsx',
    from: '/** Tells the pagers of one screen apart. */',
    to: '// Another.',
  },
  { name: 'styles change', file: 'ui/badge.tsx', from: 'inline-flex min-h-6', to: 'flex min-h-8' },
  {
    name: 'the texts of a constant change',
    file: 'posts/page-marks.ts',
    from: "'border-line-strong bg-sunken'",
    to: "'border-line bg-canvas'",
  },
  {
    name: 'a part shows nothing at times',
    file: 'ui/badge.tsx',
    from: '  const { tone, word, Icon }',
    to: "  if (status === 'draft') return null;\n  const { tone, word, Icon }",
  },
  {
    name: 'a function takes more',
    file: 'posts/content-type-label.ts',
    from: '(type: string)',
    to: '(type: string | null)',
  },
  {
    name: 'a function may take an argument more',
    file: 'time/zone-name.ts',
    from: '(timeZone: string) =>',
    to: '(timeZone: string, locale?: string) =>',
  },
  { name: 'an argument has another name', file: 'time/zone-name.ts', from: 'timeZone', to: 'zone' },
  {
    name: 'a function never gives null any more',
    file: 'runtime/api-error.ts',
    from: 'statusOf(error: unknown): number | null',
    to: 'statusOf(error: unknown): number',
  },
  {
    name: 'a hook gives more',
    file: 'posts/use-generation.ts',
    from: 'return { isRunning, start, cancel }',
    to: 'return { isRunning, start, cancel, isLate: false }',
  },
  {
    name: 'a generic part takes more types',
    file: 'ui/segmented-control.tsx',
    from: 'SegmentedControl<Value extends string>',
    to: 'SegmentedControl<Value extends string, Other = unknown>',
  },
  {
    name: 'the host has a member more',
    file: HOST,
    from: '  notify(toast: Toast): void;',
    to: '  notify(toast: Toast): void;\n  readonly build: string;',
  },
  {
    name: 'a notification may say more',
    file: HOST,
    from: 'description?: string;',
    to: 'description?: string;\n  footnote?: string;',
  },
  {
    name: 'to notify says when it is read',
    file: HOST,
    from: 'notify(toast: Toast): void;',
    to: 'notify(toast: Toast): Promise<void>;',
  },
];
