// Preloaded into a service under test (`NODE_OPTIONS=--import=…`). On SIGUSR2, the service writes its environment to a
// file in the folder ENVIRONMENT_FOLDER, named after its process id.
import { renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

process.on('SIGUSR2', () => {
  const file = join(process.env.ENVIRONMENT_FOLDER, `${process.pid}.json`);
  writeFileSync(`${file}.part`, JSON.stringify(process.env));
  renameSync(`${file}.part`, file);
});
