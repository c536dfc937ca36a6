import nextEnv from '@next/env';
import { projectRoot } from '@/lib/server/internal-env';

/** Adds the settings in the `.env` files to `process.env`, as the service does. */
export function loadEnvFiles(): void {
  nextEnv.loadEnvConfig(projectRoot(), false, { info: () => undefined, error: () => undefined });
}
