import 'server-only';
import manifest from '../../package.json';

/** What was built. */
export const BUILD = { version: manifest.version };
