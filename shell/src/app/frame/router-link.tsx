import { useHref, useLinkClickHandler } from 'react-router-dom';
import type { LinkProps } from '../../kit/runtime/host.tsx';

/** A link within the product. The router's own brings what its framework mode prefetches along, 3 kB that never run. */
export function RouterLink({ to, replace, onClick, children, ...rest }: LinkProps) {
  const href = useHref(to);
  const follow = useLinkClickHandler<HTMLAnchorElement>(to, {
    ...(replace !== undefined && { replace }),
    ...(rest.target !== undefined && { target: rest.target }),
  });
  return (
    <a
      {...rest}
      href={href}
      onClick={(event) => {
        onClick?.(event);
        if (!event.defaultPrevented) follow(event);
      }}
    >
      {children}
    </a>
  );
}
