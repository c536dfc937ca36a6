// Lets the pages of a web app call a Satchel service: adds the credentials on the app's own server. In a Next.js app this
// is the file route.js of the folder app/api/rpc/[group]; elsewhere, any handler of POST /api/rpc/<group> with the web's
// Request and Response. SATCHEL_AUTH is “project id:server key”. Protect the handler like the app's other routes:
// everyone who may call it spends the project's work units.
export async function POST(request, { params }) {
  const { group } = await params;
  if (group !== 'solana' && group !== 'evm-chain') return new Response(null, { status: 404 });
  const headers = {
    'Content-Type': 'application/json',
    Authorization: `Basic ${btoa(process.env.SATCHEL_AUTH)}`,
  };
  return fetch(`${process.env.SATCHEL_URL}/${group}`, {
    method: 'POST',
    headers,
    body: await request.text(),
  });
}
