/** Where the service of the browser tests listens, and the node and host that only it may ask. */
export const PORT = Number(process.env.SATCHEL_E2E_PORT ?? 3900);
export const NODE_PORT = PORT + 1;
export const HOST_PORT = PORT + 2;

/** Holds what `e2e/strangers.ts` has documents of, on testnet. */
export const STRANGERS_WALLET = '4orzB9enJgRp1KFKrFKvkjXq8PE9jhX8duZJgxbfRHac';
