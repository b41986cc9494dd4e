import { Component, type ReactNode } from 'react';
import type { ToastStore } from './toast-store.ts';

/** A toast that breaks as it is shown is taken away without a word; the next one is shown. */
export class ToasterBoundary extends Component<{ store: ToastStore; children: ReactNode }, { isBroken: boolean }> {
  override state = { isBroken: false };

  static getDerivedStateFromError() {
    return { isBroken: true };
  }

  override componentDidCatch(error: unknown) {
    console.error('A toast could not be shown', error);
    const { store } = this.props;
    // Without one there is nothing that another try could do without.
    if (store.open() === null) return;
    store.dismiss();
    this.setState({ isBroken: false });
  }

  override render() {
    return this.state.isBroken ? null : this.props.children;
  }
}
