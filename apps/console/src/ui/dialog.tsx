import { type ReactNode, useEffect, useRef, useState } from 'react';
import { Dialog as AriaDialog } from 'react-aria-components/Dialog';
import { Heading } from 'react-aria-components/Heading';
import { Modal, ModalOverlay } from 'react-aria-components/Modal';
import { returnFocus } from '../focus.ts';
import { SaveArea } from './saving.tsx';

interface DialogProps {
  title: string;
  /** Absent: it can't be left undone. */
  onClose?: () => void;
  children: ReactNode;
}

/** A dialog above the page, which begins at its first field. When it closes, the focus returns to what opened it. */
export function Dialog({ title, onClose, children }: DialogProps) {
  const ref = useRef<HTMLElement>(null);
  const [opener] = useState(() => document.activeElement);
  useEffect(() => {
    ref.current?.querySelector<HTMLElement>('input, select, textarea')?.focus();
    // A frame later, as the library's own: the page behind takes none before. Its own goes nowhere where the opener is gone.
    return () => void requestAnimationFrame(() => returnFocus(opener));
  }, [opener]);
  return (
    <ModalOverlay
      className="fixed inset-0 z-20 grid place-items-center overflow-y-auto bg-black/55 p-3"
      isOpen
      isKeyboardDismissDisabled={!onClose}
      onOpenChange={(isOpen) => !isOpen && onClose?.()}
    >
      <Modal className="w-full max-w-140 rounded-xl border border-line bg-surface shadow-2xl">
        <AriaDialog
          ref={ref}
          className="dialog grid max-h-[calc(100dvh-26px)] gap-4 overflow-y-auto p-6 outline-none"
        >
          <Heading slot="title" className="text-lg font-semibold">
            {title}
          </Heading>
          <SaveArea>{children}</SaveArea>
        </AriaDialog>
      </Modal>
    </ModalOverlay>
  );
}
