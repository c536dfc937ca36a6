// Preloaded into a service under test (`NODE_OPTIONS=--import=…`): SIGUSR2 has it write its environment to a file, named
// after its process id, in the folder ENVIRONMENT_FOLDER.
import { renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

process.on('SIGUSR2', () => {
  const file = join(process.env.ENVIRONMENT_FOLDER, `${process.pid}.json`);
  writeFileSync(`${file}.part`, JSON.stringify(process.env));
  renameSync(`${file}.part`, file);
});
