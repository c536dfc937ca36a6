// `npm run build`: the pages and the server, unless they are built.
import { ensureBuild, ensurePackages } from './ground.mjs';

ensurePackages();
await ensureBuild();
