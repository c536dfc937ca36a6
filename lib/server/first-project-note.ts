import 'server-only';
import { SAMPLE_WALLET } from '@/lib/solana/sample-addresses';
import type { FirstProject } from './auth/first-project';

/**
 * Returns the text to print at startup about the first project: its id, where its key is stored and an example call.
 * @param base the URL of the service
 * @param showsKey whether to show the key of a new project, which is safe only on a terminal
 */
export function firstProjectNote(project: FirstProject, base: string, showsKey: boolean): string {
  const lines = [`  project id   ${project.projectId}`];
  if (project.isNew && showsKey) lines.push(`  server key   ${project.serverKey}   (shown once)`);
  if (!project.isKeyInvalid)
    lines.push(
      `  stored in    ${project.keptIn}`,
      '\nTry the sample network:',
      `  ${exampleCurl(base, project)}\n`,
    );
  return lines.join('\n');
}

function exampleCurl(base: string, { projectId, keptIn }: FirstProject): string {
  const user = keptIn.endsWith('.json')
    ? `"$(node -p 'const c=require(${JSON.stringify(keptIn)});c.projectId+":"+c.serverKey')"`
    : `"${projectId}:$PROJECT_SERVER_KEY"`;
  const body = JSON.stringify({
    jsonrpc: '2.0',
    id: 1,
    chainId: 104,
    method: 'enhancedGetTokensAndNFTs',
    params: [SAMPLE_WALLET],
  });
  return `curl -s ${base}/solana -H 'Content-Type: application/json' -u ${user} -d '${body}'`;
}
