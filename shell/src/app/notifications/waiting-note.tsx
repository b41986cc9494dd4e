import { ClipboardCheck } from 'lucide-react';
import { Link } from '../../kit/index.ts';

/** How many posts wait for approval, and the way to them. It goes when somebody has decided about them. */
export function WaitingNote({ waiting, onOpen }: { waiting: number; onOpen: () => void }) {
  return (
    <Link
      to="/super-generator?inbox=waiting"
      onClick={onOpen}
      className={
        'flex min-h-11 items-center gap-3 border-b border-line bg-warn-soft px-4 py-2 font-medium text-warn ' +
        '-outline-offset-2'
      }
    >
      <ClipboardCheck aria-hidden className="size-4 shrink-0" />
      {waiting === 1 ? '1 post needs your approval' : `${waiting.toLocaleString('en')} posts need your approval`}
    </Link>
  );
}
