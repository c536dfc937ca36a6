// `npm start`: installs, builds and starts the service.
import { ensureBuild, ensurePackages } from './setup/prepare.mjs';

ensurePackages();
await ensureBuild();
process.env.NODE_ENV = 'production';
await import('../../dist/server.js');
