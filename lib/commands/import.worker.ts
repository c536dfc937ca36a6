import { importKeys } from './import/keys';

/** Entry point of the threads of the import's pool. */
// biome-ignore lint/style/noDefaultExport: tinypool calls the default export.
export default ([block, settings]: Parameters<typeof importKeys>) => importKeys(block, settings);
