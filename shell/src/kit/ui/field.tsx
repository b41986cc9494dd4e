import { cloneElement, useId, type ReactElement, type ReactNode } from 'react';
import { CircleAlert } from 'lucide-react';
import { cn } from './cn.ts';

interface ControlProps {
  id?: string | undefined;
  'aria-describedby'?: string | undefined;
  'aria-invalid'?: boolean | 'true' | 'false' | 'grammar' | 'spelling' | undefined;
}

/** A label, one control and what there is to say about it, wired together. */
export function Field({
  label,
  hint,
  error,
  className,
  children,
}: {
  label: ReactNode;
  hint?: ReactNode;
  error?: string | null | undefined;
  className?: string;
  children: ReactElement<ControlProps>;
}) {
  const id = useId();
  const controlId = children.props.id ?? `${id}control`;
  const described = [children.props['aria-describedby'], hint && `${id}hint`, error && `${id}error`]
    .filter(Boolean)
    .join(' ');
  return (
    <div className={cn('flex min-w-0 flex-col gap-1.5', className)}>
      <label htmlFor={controlId} className="text-sm font-medium text-ink">
        {label}
      </label>
      {cloneElement(children, {
        id: controlId,
        ...(described !== '' && { 'aria-describedby': described }),
        ...(error && { 'aria-invalid': true }),
      })}
      {hint && (
        <p id={`${id}hint`} className="text-xs text-ink-soft">
          {hint}
        </p>
      )}
      {error && (
        <p id={`${id}error`} role="alert" className="flex items-center gap-1 text-xs text-bad">
          <CircleAlert aria-hidden className="size-3.5 shrink-0" />
          {error}
        </p>
      )}
    </div>
  );
}
