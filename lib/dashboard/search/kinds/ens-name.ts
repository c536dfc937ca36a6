import { type Detector, externalPage } from '../detected-input';

/** Recognizes an `.eth` name or subdomain. This service does not resolve ENS names. */
export const ensName: Detector = (text) =>
  /^([^\s./]+\.)+eth$/i.test(text)
    ? externalPage('ENS name', 'An ENS name is not looked up here: paste the address that it leads to', {
        name: 'ENS',
        href: `https://app.ens.domains/${encodeURIComponent(text.toLowerCase())}`,
      })
    : undefined;
