import { Button, ButtonLink } from '@pagecast/shell/kit';
import { Play, Square } from 'lucide-react';

/** Two buttons, each always in its place: one that changed its meaning would be pressed twice by a double click. */
export function StartStop({
  isActive,
  isStarting,
  isStopping,
  onStart,
  onStop,
}: {
  isActive: boolean;
  isStarting: boolean;
  isStopping: boolean;
  onStart: () => void;
  onStop: () => void;
}) {
  return (
    <>
      <ButtonLink to="/super-generator?inbox=waiting">Review posts</ButtonLink>
      {/* On one line as far as there is room. */}
      <div className="flex flex-wrap gap-2">
        <Button
          variant={isActive ? 'secondary' : 'primary'}
          icon={<Play aria-hidden />}
          disabled={isActive && !isStarting}
          busy={isStarting}
          busyLabel="Starting..."
          onClick={onStart}
        >
          Start
        </Button>
        <Button
          icon={<Square aria-hidden />}
          disabled={!isActive && !isStopping}
          busy={isStopping}
          busyLabel="Stopping..."
          onClick={onStop}
        >
          Stop
        </Button>
      </div>
    </>
  );
}
