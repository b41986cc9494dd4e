import { runAlone } from '@pagecast/shell/kit/standalone';
import { remote } from './remote.tsx';

runAlone(remote);
