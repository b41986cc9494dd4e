import { PlugZap } from 'lucide-react';
import { Button, ButtonLink } from '../ui/button.tsx';
import { useHost } from '../runtime/host.tsx';

/** One way to repair all pages: the login at Facebook again. A host from before it could leads to Settings. */
export function ReconnectButton({
  size = 'sm',
  variant = 'primary',
  onPress,
}: {
  size?: 'sm' | 'md';
  variant?: 'primary' | 'secondary';
  onPress?: () => void;
}) {
  const { reconnect } = useHost();
  const styles = { size, variant, icon: <PlugZap aria-hidden /> };
  if (reconnect === undefined)
    return (
      <ButtonLink to="/settings" {...styles} onClick={onPress}>
        Reconnect
      </ButtonLink>
    );
  const handleClick = () => {
    onPress?.();
    reconnect();
  };
  return (
    <Button {...styles} onClick={handleClick}>
      Reconnect
    </Button>
  );
}
