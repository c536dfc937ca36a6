// Preloaded into a service under test (`NODE_OPTIONS=--import=…`). On SIGUSR2, the service forces a garbage collection.
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc');
process.on('SIGUSR2', () => collect());
