// `npm run build`: the pages and the server, unless they are built.
import { ensureBuild, ensurePackages } from './setup/prepare.mjs';

ensurePackages();
await ensureBuild();
