/** How long a toast stays, and how long a dismissed one is kept. Source: spec section 9. */
export const TOAST_DURATION_MS = 5000;
export const TOAST_REMOVE_DELAY_MS = 1_000_000;
