// `npm start`: everything from a fresh clone to a service that answers.
import { ensureBuild, ensurePackages } from './setup/prepare.mjs';

ensurePackages();
await ensureBuild();
process.env.NODE_ENV = 'production';
await import('../../dist/server.js');
