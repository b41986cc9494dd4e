import { createContext, useContext } from 'react';

const WhileComposing = createContext(new AbortController().signal);

/** Says when the composer is left: until then what a draft has going on goes on, whichever form or draft shows. */
export const WhileComposingProvider = WhileComposing.Provider;

/** Aborted as the composer is left. */
export const useWhileComposing = (): AbortSignal => useContext(WhileComposing);
