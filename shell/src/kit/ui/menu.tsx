import { Menu as Base } from '@base-ui/react/menu';
import { useState, type ReactElement, type ReactNode } from 'react';
import { cn } from './cn.ts';
import { useHost } from '../runtime/host.tsx';
import { usePortalContainer } from '../runtime/portal.tsx';
import { useMediaQuery } from './use-media-query.ts';

const ITEM =
  'flex min-h-9 w-full items-center gap-2.5 rounded-md px-2.5 py-1 text-left text-sm outline-none ' +
  'data-highlighted:bg-accent-soft ' +
  'data-disabled:opacity-50 pointer-coarse:min-h-11 [&_svg]:size-4 [&_svg]:text-ink-soft';

const POPUP =
  'min-w-48 rounded-card border border-line bg-surface p-1 text-ink shadow-float outline-none transition-opacity ' +
  'duration-150 data-ending-style:opacity-0 data-starting-style:opacity-0';
const GROUP_LABEL = 'px-2.5 pt-1.5 pb-1 text-xs font-medium text-ink-soft';

/** `trigger` is a button with an accessible name. */
export function Menu({
  trigger,
  align = 'end',
  children,
}: {
  trigger: ReactElement;
  align?: 'start' | 'end';
  children: ReactNode;
}) {
  const container = usePortalContainer();
  return (
    <Base.Root>
      <Base.Trigger render={trigger} />
      <Base.Portal container={container}>
        <Base.Positioner align={align} sideOffset={6} className="z-60">
          <Base.Popup className={POPUP}>{children}</Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  );
}

/**
 * A menu beside what was pressed: one for many things, or one whose code comes with its first use.
 * @param anchor null while it is closed
 * @param returnTo where the focus goes when it closes: the thing may be drawn elsewhere by then, and again until it is
 * `onClosed`
 */
export function AnchoredMenu({
  anchor,
  label,
  side = 'inline-end',
  onClose,
  onClosed,
  returnTo,
  children,
}: {
  anchor: HTMLElement | null;
  label: string;
  side?: 'bottom' | 'inline-end';
  onClose: () => void;
  onClosed?: () => void;
  returnTo: () => HTMLElement | null;
  children: ReactNode;
}) {
  const container = usePortalContainer();
  // Beside a thing that is as wide as the window there is no room.
  const isNarrow = useMediaQuery('(max-width: 767.98px)');
  // It fades away where it stood.
  const [place, setPlace] = useState(anchor);
  if (anchor !== null && anchor !== place) setPlace(anchor);
  return (
    <Base.Root
      open={anchor !== null}
      onOpenChange={(next) => {
        if (!next) onClose();
      }}
      onOpenChangeComplete={(isOpen) => {
        if (!isOpen) onClosed?.();
      }}
    >
      <Base.Portal container={container}>
        <Base.Positioner
          anchor={place}
          side={isNarrow ? 'bottom' : side}
          align="start"
          sideOffset={4}
          collisionPadding={8}
          className="z-60"
        >
          <Base.Popup
            aria-label={label}
            finalFocus={returnTo}
            className={cn(POPUP, 'max-h-(--available-height) w-72 max-w-[calc(100vw-1rem)] overflow-y-auto')}
          >
            {children}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  );
}

export function MenuGroup({ label, children }: { label: string; children: ReactNode }) {
  return (
    <Base.Group>
      <Base.GroupLabel className={GROUP_LABEL}>{label}</Base.GroupLabel>
      {children}
    </Base.Group>
  );
}

export function MenuItem({
  icon,
  onSelect,
  destructive = false,
  disabled = false,
  children,
}: {
  icon?: ReactNode;
  onSelect: () => void;
  destructive?: boolean;
  disabled?: boolean;
  children: ReactNode;
}) {
  return (
    <Base.Item onClick={onSelect} disabled={disabled} className={cn(ITEM, destructive && 'text-bad [&_svg]:text-bad')}>
      {icon}
      {children}
    </Base.Item>
  );
}

export function MenuLink({ icon, to, children }: { icon?: ReactNode; to: string; children: ReactNode }) {
  const { Link } = useHost().router;
  return (
    <Base.Item render={<Link to={to} />} nativeButton={false} className={ITEM}>
      {icon}
      {children}
    </Base.Item>
  );
}

/** One of a few, marked. */
export function MenuChoice<Value extends string>({
  label,
  value,
  onValueChange,
  options,
}: {
  label: string;
  value: Value;
  onValueChange: (value: Value) => void;
  options: readonly { value: Value; label: string; icon?: ReactNode }[];
}) {
  return (
    <Base.Group>
      <Base.GroupLabel className={GROUP_LABEL}>{label}</Base.GroupLabel>
      <Base.RadioGroup value={value} onValueChange={(next: Value) => onValueChange(next)}>
        {options.map((option) => (
          <Base.RadioItem
            key={option.value}
            value={option.value}
            closeOnClick={false}
            className={cn(ITEM, 'data-checked:font-medium data-checked:text-accent data-checked:[&_svg]:text-accent')}
          >
            {option.icon}
            {option.label}
          </Base.RadioItem>
        ))}
      </Base.RadioGroup>
    </Base.Group>
  );
}

export function MenuSeparator() {
  return <Base.Separator className="my-1 h-px bg-line" />;
}
