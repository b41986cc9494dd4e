import { defineRemote, lazyPart } from '@pagecast/shell/kit';
import type { area } from './area.ts';
import { ComposeScreen } from './compose/compose-screen.tsx';
import './styles.css';

const VoiceScreen = /* @__PURE__ */ lazyPart(async () => (await import('./voice/voice-screen.tsx')).VoiceScreen);
const FeedsScreen = /* @__PURE__ */ lazyPart(async () => (await import('./feeds/feeds-screen.tsx')).FeedsScreen);

export const remote = defineRemote<typeof area>(REMOTE_NAME, {
  '/content-generator': ComposeScreen,
  '/content-generator/voice': VoiceScreen,
  '/content-generator/feeds': FeedsScreen,
});
