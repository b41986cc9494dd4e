import { Menu as Base } from '@base-ui/react/menu';
import type { ReactElement, ReactNode } from 'react';
import { cn } from './cn.ts';
import { useHost } from './host.tsx';
import { usePortalContainer } from './portal.tsx';

const ITEM = 'flex min-h-9 w-full items-center gap-2.5 rounded-md px-2.5 py-1 text-left text-sm outline-none data-highlighted:bg-accent-soft '
  + 'data-disabled:opacity-50 pointer-coarse:min-h-11 [&_svg]:size-4 [&_svg]:text-ink-soft';

/** `trigger` is a button with an accessible name. */
export function Menu({ trigger, align = 'end', children }: { trigger: ReactElement; align?: 'start' | 'end'; children: ReactNode }) {
  const container = usePortalContainer();
  return (
    <Base.Root>
      <Base.Trigger render={trigger} />
      <Base.Portal container={container}>
        <Base.Positioner align={align} sideOffset={6} className="z-60">
          <Base.Popup className="min-w-48 rounded-card border border-line bg-surface p-1 text-ink shadow-float outline-none transition-opacity duration-150 data-ending-style:opacity-0 data-starting-style:opacity-0">
            {children}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  );
}

export function MenuItem({ icon, onSelect, destructive = false, disabled = false, children }: {
  icon?: ReactNode; onSelect: () => void; destructive?: boolean; disabled?: boolean; children: ReactNode;
}) {
  return <Base.Item onClick={onSelect} disabled={disabled} className={cn(ITEM, destructive && 'text-bad [&_svg]:text-bad')}>{icon}{children}</Base.Item>;
}

export function MenuLink({ icon, to, children }: { icon?: ReactNode; to: string; children: ReactNode }) {
  const { Link } = useHost().router;
  return <Base.Item render={<Link to={to} />} nativeButton={false} className={ITEM}>{icon}{children}</Base.Item>;
}

/** One of a few, marked. */
export function MenuChoice<Value extends string>({ label, value, onValueChange, options }: {
  label: string; value: Value; onValueChange: (value: Value) => void; options: readonly { value: Value; label: string; icon?: ReactNode }[];
}) {
  return (
    <Base.Group>
      <Base.GroupLabel className="px-2.5 pt-1.5 pb-1 text-xs font-medium text-ink-soft">{label}</Base.GroupLabel>
      <Base.RadioGroup value={value} onValueChange={(next: Value) => onValueChange(next)}>
        {options.map((option) => (
          <Base.RadioItem key={option.value} value={option.value} closeOnClick={false} className={cn(ITEM, 'data-checked:font-medium data-checked:text-accent data-checked:[&_svg]:text-accent')}>
            {option.icon}{option.label}
          </Base.RadioItem>
        ))}
      </Base.RadioGroup>
    </Base.Group>
  );
}

export function MenuSeparator() {
  return <Base.Separator className="my-1 h-px bg-line" />;
}
