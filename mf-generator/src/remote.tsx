import { defineRemote } from '@pagecast/shell/kit';
import { ComposeScreen } from './compose/compose-screen.tsx';
import './styles.css';

export const remote = defineRemote('mf_generator', { '/content-generator': ComposeScreen });
