// `npm run build`: builds everything; `build.mjs client` and `build.mjs server` build a part (see `ensureBuild`).
import { ensureBuild, ensurePackages } from './setup/prepare.mjs';

ensurePackages();
await ensureBuild(process.argv[2]);
