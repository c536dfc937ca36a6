import { elsewhere, type Kind } from '../recognised';

/** An `.eth` name or subdomain. This service does not resolve ENS names. */
export const ensName: Kind = (text) =>
  /^([^\s./]+\.)+eth$/i.test(text)
    ? elsewhere('ENS name', 'An ENS name is not looked up here: paste the address that it leads to', {
        name: 'ENS',
        href: `https://app.ens.domains/${encodeURIComponent(text.toLowerCase())}`,
      })
    : undefined;
