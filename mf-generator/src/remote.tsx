import { defineRemote } from '@pagecast/shell/kit';
import type { area } from './area.ts';
import { ComposeScreen } from './compose/compose-screen.tsx';
import './styles.css';

export const remote = defineRemote<typeof area>(REMOTE_NAME, { '/content-generator': ComposeScreen });
