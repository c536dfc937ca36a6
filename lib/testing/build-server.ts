/** Builds the server before all tests, so that tests that start it as a process run the current source. */
export async function setup(): Promise<void> {
  const { ensureBuild } = await import('@/lib/commands/setup/prepare.mjs');
  await ensureBuild('server');
}
