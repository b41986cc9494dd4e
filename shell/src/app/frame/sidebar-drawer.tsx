import { Dialog } from '@base-ui/react/dialog';
import { useCloseOnBack } from '../../kit/runtime/use-leave-guard.ts';
import { SidebarContent, type SidebarProps } from './sidebar.tsx';

/** The drawer of small screens. Source for its width: spec section 9. */
export function SidebarDrawer({ isOpen, onClose, ...props }: SidebarProps & { isOpen: boolean; onClose: () => void }) {
  useCloseOnBack(isOpen, onClose);
  return (
    <Dialog.Root
      open={isOpen}
      onOpenChange={(open) => {
        if (!open) onClose();
      }}
    >
      <Dialog.Portal>
        <Dialog.Backdrop
          className={
            'fixed inset-0 z-50 bg-black/45 transition-opacity duration-150 data-ending-style:opacity-0 ' +
            'data-starting-style:opacity-0'
          }
        />
        <Dialog.Popup
          aria-label="Menu"
          className={
            'fixed inset-y-0 left-0 z-50 flex w-[16rem] flex-col border-r border-line bg-surface shadow-float ' +
            'transition-transform duration-150 ease-out outline-none data-ending-style:-translate-x-full ' +
            'data-starting-style:-translate-x-full'
          }
        >
          <SidebarContent {...props} onNavigate={onClose} isNarrow={false} isDrawer />
          <Dialog.Close className="sr-only focus:not-sr-only">Close menu</Dialog.Close>
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  );
}
