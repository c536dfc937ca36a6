import 'server-only';
import { MAINNET_CHAIN_ID, SAMPLE_CHAIN_ID } from '@/lib/solana/programs';
import { SAMPLE_WALLET } from '@/lib/solana/sample-addresses';
import type { FirstProject } from './auth/first-project';

/**
 * Returns the text to print at startup about the first project: its id, where its key is stored and an example call.
 * @param base the URL of the service
 * @param sampleNetwork whether the service has the sample network; if not, the example uses mainnet
 */
export function firstProjectNote(project: FirstProject, base: string, sampleNetwork: boolean): string {
  const lines = [`  project id   ${project.projectId}`];
  // Only a terminal is safe for the key.
  if (project.isNew && process.stderr.isTTY) lines.push(`  server key   ${project.serverKey}   (shown once)`);
  if (!project.isKeyInvalid)
    lines.push(
      `  stored in    ${project.keptIn}`,
      `\nTry ${sampleNetwork ? 'the sample network' : 'Solana mainnet'}:`,
      `  ${exampleCurl(base, project, sampleNetwork ? SAMPLE_CHAIN_ID : MAINNET_CHAIN_ID)}\n`,
    );
  return lines.join('\n');
}

function exampleCurl(base: string, { projectId, keptIn }: FirstProject, chainId: number): string {
  const user = keptIn.endsWith('.json')
    ? `"$(node -p 'const c=require(${JSON.stringify(keptIn)});c.projectId+":"+c.serverKey')"`
    : `"${projectId}:$PROJECT_SERVER_KEY"`;
  const body = JSON.stringify({
    jsonrpc: '2.0',
    id: 1,
    chainId,
    method: 'enhancedGetTokensAndNFTs',
    params: [SAMPLE_WALLET],
  });
  return `curl -s ${base}/solana -H 'Content-Type: application/json' -u ${user} -d '${body}'`;
}
