/** Tests that start the service as a process start what these sources are, not what was built some time ago. */
export async function setup(): Promise<void> {
  const { ensureBuild } = await import('@/lib/commands/setup/prepare.mjs');
  await ensureBuild('server');
}
