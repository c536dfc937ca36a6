/** Builds the server first, so that tests that start it as a process run the current sources. */
export async function setup(): Promise<void> {
  const { ensureBuild } = await import('@/lib/commands/setup/prepare.mjs');
  await ensureBuild('server');
}
